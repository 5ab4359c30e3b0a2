/** swagger-jack as a middleware of Express 3, which it needs, with serverless-http. */

import express from 'express';
import serverless from 'serverless-http';
import swagger from 'swagger-jack';

const range = (min, max) => ({ valueType: 'RANGE', min, max });
const query = { paramType: 'query' };
const operations = {
  list: {
    httpMethod: 'GET',
    nickname: 'list',
    responseClass: 'void',
    parameters: [
      { ...query, name: 'from', dataType: 'int', allowableValues: range(0, 10_000) },
      { ...query, name: 'size', dataType: 'int', allowableValues: range(0, 1_000) },
      { ...query, name: 'query', dataType: 'string' },
    ],
  },
  create: {
    httpMethod: 'POST',
    nickname: 'create',
    responseClass: 'void',
    parameters: [{ paramType: 'body', dataType: 'BookInput', required: true }],
  },
};
const models = {
  BookInput: {
    id: 'BookInput',
    additionalProperties: false,
    properties: {
      title: { type: 'string', required: true },
      pages: { type: 'integer', minimum: 1, maximum: 10_000 },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
};
const controller = {
  list: ({ input: { from = 0, size = 10 } }, response) => response.json({ from, size, hits: [] }),
  create: ({ body }, response) => response.status(201).json({ _id: '0123456789abcdef01234567', ...body }),
};

const app = express();
app.use(express.json());
const api = {
  resourcePath: '/v1/book',
  models,
  apis: [{ path: '/v1/book', operations: [operations[process.env.OPERATION]] }],
};
app.use(swagger.generator(app, { apiVersion: '1.0', basePath: 'http://localhost' }, [{ api, controller }]));
app.use(swagger.validator(app));
app.use(app.router);
app.use(swagger.errorHandler());
// swagger-jack adds its routes a moment later.
await new Promise((resolve) => setTimeout(resolve, 1));

export const handler = serverless(app);
