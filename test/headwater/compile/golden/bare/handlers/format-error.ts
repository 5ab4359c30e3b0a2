import type { FormatError } from '#lib/run/http/steps/format-errors.ts';

export const formatError: FormatError = (error, { operation }) => ({
  statusCode: 500,
  headers: { 'content-type': 'text/plain' },
  body: `${operation.id}: ${error}`,
});
