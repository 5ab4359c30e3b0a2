/** Problems that a handler reports on purpose (RFC 9457). */

export { type ErrorCode, problemTypePrefix, ServiceError } from '../shared/errors.ts';
