import type { FormatError } from 'headwater/http';

export const formatError: FormatError = (error, { operation }) => ({
  statusCode: 500,
  headers: { 'content-type': 'text/plain' },
  body: `${operation.id}: ${error}`,
});
