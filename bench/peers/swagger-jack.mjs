/** The validator of swagger-jack, without Express 3, which it extends and which needs an older Node.js. */

import { generator, validator } from 'swagger-jack';

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

const operation = operations[process.env.OPERATION];
const app = { handle: {}, set() {}, get() {}, post() {} };
generator(app, { apiVersion: '1.0', basePath: 'http://localhost/v1' }, [
  {
    api: { resourcePath: '/book', models, apis: [{ path: '/book', operations: [operation] }] },
    controller: { list() {}, create() {} },
  },
]);
const checks = validator(app);
const [path] = Object.keys(checks.routes);

const respond = (statusCode, body) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const handle = {
  list: ({ from = 0, size = 10 }) => respond(200, { from, size, hits: [] }),
  create: (_input, body) => respond(201, { _id: '0123456789abcdef01234567', ...body }),
}[process.env.OPERATION];

export const handler = ({ body: text, rawPath, queryStringParameters: sent = {}, headers }) =>
  new Promise((resolve) => {
    const input = {};
    const request = { body: text === undefined ? undefined : JSON.parse(text) };
    checks.validate(operation.httpMethod, path, rawPath, sent, headers, request, input, (error) =>
      resolve(error ? respond(error.status ?? 500, { message: error.message }) : handle(input, request.body)),
    );
  });
