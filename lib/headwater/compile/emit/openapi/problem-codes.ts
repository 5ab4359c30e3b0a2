/** The problems that an operation can answer with: its steps raise some, its descriptor declares the others. */

import { type DeclaredProblem, type ErrorCode, problemTypes } from '../../../shared/errors.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { isRead } from '../../plan/operations.ts';
import type { EmitSettings } from './emit-settings.ts';

/** The problems that operations may answer with: the standard ones, and the project's own. */
export type Problems = ReadonlyMap<string, DeclaredProblem & { readonly retryAfter?: number | undefined }>;

export function problemsOf(declared: readonly DeclaredProblem[]): Problems {
  const standard = Object.entries(problemTypes).map(([code, [status, title, retryAfter]]) => ({
    code,
    status,
    title,
    retryAfter,
  }));
  return new Map([...standard, ...declared].map((problem) => [problem.code, problem]));
}

/** Codes that handlers throw if the descriptor declares a status and does not name the problems. */
const ofHandlers: readonly ErrorCode[] = [
  'malformed_text',
  'not_found',
  'state_conflict',
  'already_exists',
  'write_conflict',
  'precondition_failed',
  'content_too_large',
  'unsupported_media_type',
  'too_many_changes',
  'too_many_requests',
  'not_implemented',
];

/** By status. A declared status that no code has is there with an empty list. */
export function problemCodes(
  plan: OperationPlan,
  settings: EmitSettings,
  known: Problems,
): ReadonlyMap<number, ReadonlySet<string>> {
  const ofSteps = Map.groupBy(codesOfSteps(plan, settings), (code): number => problemTypes[code][0]);
  const byStatus = new Map([...ofSteps].map(([status, codes]) => [status, new Set<string>(codes)]));
  for (const { code: status, problems } of plan.errorResponses.filter(({ code }) => code >= 400)) {
    const codes = byStatus.get(status) ?? new Set();
    byStatus.set(status, codes);
    const named = problems ?? (codes.size > 0 ? [] : ofHandlers);
    // In the order of the table.
    for (const problem of known.values())
      if (problem.status === status && named.includes(problem.code)) codes.add(problem.code);
  }
  return byStatus;
}

/** Codes that the steps of the function throw; see ../wiring/wiring-steps.ts. */
function codesOfSteps(plan: OperationPlan, settings: EmitSettings): readonly ErrorCode[] {
  const { access, body, isIdempotent, parameters, produces, requiresPrecondition } = plan.runtime;
  const isChecked = settings.validation && (!settings.ignoreUnknownQuery || parameters.length > 0 || body);
  const steps: readonly (readonly [isUsed: unknown, ...codes: ErrorCode[]])[] = [
    // Values of the request, its entity tags and its X-Owner included.
    [isChecked || isRead(plan) || access || isIdempotent, 'invalid_request'],
    [body?.fields, 'malformed_form'],
    [body && !body.fields, 'malformed_json'],
    // Thrown where the handler reads the text.
    [body?.textTypes, 'malformed_text'],
    [body?.acceptsGzip, 'malformed_content'],
    [body, 'content_too_large', 'unsupported_media_type'],
    [access, 'unauthorized', 'forbidden'],
    [produces.length > 0, 'not_acceptable'],
    [isIdempotent, 'request_in_progress', 'idempotency_key_reused'],
    [isRead(plan), 'precondition_failed'],
    [requiresPrecondition, 'precondition_failed', 'precondition_required'],
    // Any operation can fail. Each has a status of its own: generators of clients cannot read the range 5XX.
    [true, 'internal_error', 'unavailable', 'timeout'],
  ];
  return steps.flatMap(([isUsed, ...codes]) => (isUsed ? codes : []));
}
