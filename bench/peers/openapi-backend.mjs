/** openapi-backend, which reads an OpenAPI document when it starts. */

import { OpenAPIBackend } from 'openapi-backend';

const integer = (minimum, maximum, initial) => ({ type: 'integer', minimum, maximum, default: initial });
const responses = { default: { description: '' } };
const operations = {
  list: {
    get: {
      operationId: 'list',
      responses,
      parameters: [
        { in: 'query', name: 'from', schema: integer(0, 10_000, 0) },
        { in: 'query', name: 'size', schema: integer(0, 1_000, 10) },
        { in: 'query', name: 'query', schema: { type: 'string', maxLength: 512 } },
      ],
    },
  },
  create: {
    post: {
      operationId: 'create',
      responses,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
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
      },
    },
  },
};

const respond = (statusCode, body) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const handlers = {
  list: ({ request: { query } }) => {
    const { from = 0, size = 10 } = query;
    return respond(200, { from: Number(from), size: Number(size), hits: [] });
  },
  create: ({ request: { requestBody } }) => respond(201, { _id: '0123456789abcdef01234567', ...requestBody }),
};

const { OPERATION } = process.env;
const api = new OpenAPIBackend({
  definition: {
    openapi: '3.0.3',
    info: { title: 'Books', version: '1.0' },
    paths: { '/v1/book': operations[OPERATION] },
  },
  quick: true,
  coerceTypes: true,
  handlers: {
    [OPERATION]: handlers[OPERATION],
    validationFail: ({ validation }) => respond(400, { errors: validation.errors }),
  },
});
const ready = api.init();

export const handler = async (event) => {
  await ready;
  return api.handleRequest({
    method: event.requestContext.http.method,
    path: event.rawPath,
    query: event.rawQueryString,
    headers: event.headers,
    body: event.body,
  });
};
