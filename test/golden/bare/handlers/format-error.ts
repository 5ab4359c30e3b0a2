import type { FormatError } from '#lib/runtime/middleware.ts';

export const formatError: FormatError = (error, { operation }) => ({
  statusCode: 500,
  headers: { 'content-type': 'text/plain' },
  body: `${operation.id}: ${error}`,
});
