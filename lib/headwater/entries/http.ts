/** What handlers get and return beside the models. */

export type { BackgroundContext } from '../run/background/background-context.ts';
export type {
  Caller,
  CreationClaim,
  DocumentContext,
  FilteredContext,
  IdempotentContext,
  OperationContext,
  TenantContext,
} from '../run/http/operation-context.ts';
export type { FormFile } from '../run/http/request/form.ts';
export { TextBody } from '../run/http/request/text-body.ts';
export { entityTagOf } from '../run/http/response/entity-tag.ts';
export { nextLink, pageLinks } from '../run/http/response/pagination.ts';
export type { Around, AroundEvent, CalledOperation, OwnOf } from '../run/http/steps/around.ts';
export type { FormatError } from '../run/http/steps/format-errors.ts';
