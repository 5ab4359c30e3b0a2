/** The event handler of Powertools for AWS Lambda, with zod. */

import { Router } from '@aws-lambda-powertools/event-handler/http';
import { z } from 'zod';

const app = new Router();
if (process.env.OPERATION === 'list')
  app.get('/v1/book', ({ valid }) => ({ from: valid.req.query.from, size: valid.req.query.size, hits: [] }), {
    validation: {
      req: {
        query: z.strictObject({
          from: z.coerce.number().int().min(0).max(10_000).default(0),
          size: z.coerce.number().int().min(0).max(1_000).default(10),
          query: z.string().max(512).optional(),
        }),
      },
    },
  });
else
  app.post(
    '/v1/book',
    ({ valid }) => ({
      statusCode: 201,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ _id: '0123456789abcdef01234567', ...valid.req.body }),
    }),
    {
      validation: {
        req: {
          body: z.strictObject({
            title: z.string().min(1).max(128),
            pages: z.number().int().min(1).max(10_000).optional(),
            tags: z.array(z.string().min(1).max(64)).max(32).optional(),
          }),
        },
      },
    },
  );

export const handler = (event, context) => app.resolve(event, context);
