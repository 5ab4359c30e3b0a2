/** hono with @hono/zod-openapi. */

import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { handle } from 'hono/aws-lambda';

const json = (schema) => ({ content: { 'application/json': { schema } }, description: '' });

const list = createRoute({
  method: 'get',
  path: '/v1/book',
  request: {
    query: z.strictObject({
      from: z.coerce.number().int().min(0).max(10_000).default(0),
      size: z.coerce.number().int().min(0).max(1_000).default(10),
      query: z.string().max(512).optional(),
    }),
  },
  responses: { 200: json(z.object({ from: z.number(), size: z.number(), hits: z.array(z.any()) })) },
});
const book = z.strictObject({
  title: z.string().min(1).max(128),
  pages: z.number().int().min(1).max(10_000).optional(),
  tags: z.array(z.string().min(1).max(64)).max(32).optional(),
});
const create = createRoute({
  method: 'post',
  path: '/v1/book',
  request: { body: { ...json(book), required: true } },
  responses: { 201: json(book.extend({ _id: z.string() })) },
});

const app = new OpenAPIHono();
if (process.env.OPERATION === 'list')
  app.openapi(list, (c) => {
    const { from, size } = c.req.valid('query');
    return c.json({ from, size, hits: [] });
  });
else app.openapi(create, (c) => c.json({ _id: '0123456789abcdef01234567', ...c.req.valid('json') }, 201));

export const handler = handle(app);
