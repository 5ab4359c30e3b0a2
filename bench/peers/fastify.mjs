/** fastify with @fastify/aws-lambda. */

import awsLambda from '@fastify/aws-lambda';
import createApp from 'fastify';

const app = createApp({ ajv: { customOptions: { removeAdditional: false } } });
if (process.env.OPERATION === 'list')
  app.get(
    '/v1/book',
    {
      schema: {
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            from: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
            size: { type: 'integer', minimum: 0, maximum: 1_000, default: 10 },
            query: { type: 'string', maxLength: 512 },
          },
        },
      },
    },
    async ({ query: { from, size } }) => ({ from, size, hits: [] }),
  );
else
  app.post(
    '/v1/book',
    {
      schema: {
        body: {
          type: 'object',
          required: ['title'],
          additionalProperties: false,
          properties: {
            title: { type: 'string', minLength: 1, maxLength: 128 },
            pages: { type: 'integer', minimum: 1, maximum: 10_000 },
            tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 32 },
          },
        },
      },
    },
    async ({ body }, reply) => reply.code(201).send({ _id: '0123456789abcdef01234567', ...body }),
  );

export const handler = awsLambda(app);
