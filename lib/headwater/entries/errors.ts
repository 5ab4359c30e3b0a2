/** Problems that a handler reports on purpose (RFC 9457). */

export { type ErrorCode, ServiceError } from '../shared/errors.ts';
export { problemTypePrefix } from '../shared/project-names.ts';
