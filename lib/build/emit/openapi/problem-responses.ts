/** Problem responses (RFC 9457) of operations: steps raise some problems, descriptors declare others. And their schema and examples. */

import {
  type DeclaredProblem,
  type ErrorCode,
  problemInstancePrefix,
  problemTypePrefix,
  problemTypes,
} from '../../../shared/errors.ts';
import { omitEmpty } from '../../../shared/json/omit.ts';
import type { ErrorResponsePlan, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { isRead } from '../../plan/operations.ts';
import { flat } from '../../schema/flat.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { mapValues, referenceTo } from '../../schema/walk.ts';
import { type ComponentNames, problemSchemaName } from './component-names.ts';
import type { EmitSettings } from './emit-settings.ts';
import { commonHeaders, type HeaderName, headerReferences } from './response-headers.ts';
import { componentReference, describedSchema } from './schemas.ts';

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

/** By status, in their order. A declared status that no code has is there with an empty list. */
function problemCodes(
  plan: OperationPlan,
  settings: EmitSettings,
  known: Problems,
): ReadonlyMap<number, readonly string[]> {
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
  const sorted = [...byStatus].toSorted(([one], [other]) => one - other);
  return new Map(sorted.map(([status, codes]) => [status, [...codes]]));
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

const mediaType = 'application/problem+json';

export interface ProblemContext {
  readonly settings: EmitSettings;
  readonly problems: Problems;
  readonly names: ComponentNames;
}

/** By status. */
export function problemResponses(plan: OperationPlan, context: ProblemContext): Record<string, JsonSchema> {
  const responses = [...problemCodes(plan, context.settings, context.problems)].map(([status, codes]) => {
    const declared = plan.errorResponses.filter(({ code }) => code === status);
    return [String(status), problemResponseOf(plan, codes, declared, context)] as const;
  });
  return Object.fromEntries(responses);
}

function problemResponseOf(
  plan: OperationPlan,
  codes: readonly string[],
  declared: readonly ErrorResponsePlan[],
  context: ProblemContext,
): JsonSchema {
  const reasons = declared.map(({ reason }) => reason).filter((reason) => reason !== '');
  const titles = codes.map((code) => context.problems.get(code)?.title ?? '');
  const description = [...new Set(reasons.length > 0 ? reasons : titles)].join('; ') || 'An error';
  // The project's own formatter decides what the response is.
  if (context.settings.errorFormatter !== undefined) return { description };
  const own = codes.flatMap((code) => headersOf(code, plan, context.problems));
  const headers = headerReferences([...commonHeaders(plan), ...own]);
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const media = { schema: problemSchemaOf(codes, declared, context), ...omitEmpty({ examples }) };
  return { description, headers, content: { [mediaType]: media } };
}

/** A status without a type of its own is `about:blank`: a handler has thrown an object or an Error with it. */
function problemSchemaOf(
  codes: readonly string[],
  declared: readonly ErrorResponsePlan[],
  { names }: ProblemContext,
): JsonSchema {
  const types = codes.map((code) => `${problemTypePrefix}${code}`);
  const own = declared
    .flatMap(({ responseModel = '', schema = referenceTo(responseModel) }) =>
      Object.entries(flat(schema, names.models).properties ?? {}),
    )
    // The declared errors of another service may have members such as `errors` and `status` of their own kind.
    .filter(([name]) => !Object.hasOwn(problemMembers, name));
  const isOpen = codes.length === 0 || own.length > 0;
  const typed = isOpen ? {} : { type: { enum: declared.length > 0 ? [...types, 'about:blank'] : types } };
  const described = mapValues(Object.fromEntries(own), (each) => describedSchema(each, names));
  const properties = { ...typed, ...described };
  const problem = componentReference(problemSchemaName);
  return Object.keys(properties).length === 0
    ? problem
    : { allOf: [problem, { type: 'object', properties }] };
}

const headersOfCodes: ReadonlyMap<string, readonly HeaderName[]> = new Map([
  ['unauthorized', ['WWW-Authenticate']],
  ['forbidden', ['WWW-Authenticate']],
  ['precondition_failed', ['ETag']],
  ['request_in_progress', ['Retry-After']],
]);

function headersOf(
  code: string,
  { runtime, method }: OperationPlan,
  problems: Problems,
): readonly HeaderName[] {
  const patches: readonly HeaderName[] = method === 'PATCH' ? ['Accept-Patch'] : [];
  if (code === 'unsupported_media_type') return runtime.body ? ['Accept', ...patches, 'Accept-Encoding'] : [];
  return headersOfCodes.get(code) ?? (problems.get(code)?.retryAfter === undefined ? [] : ['Retry-After']);
}

const text = (description: string) => ({ type: 'string', description });

/** The members that the project's formatter writes. */
const problemMembers = {
  type: { ...text('Identifies the kind of problem'), format: 'uri-reference' },
  title: text('The same for all problems of a type'),
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the response' },
  detail: text('What was wrong with this request, for people'),
  instance: { ...text('Names the request: it ends with X-Request-Id'), format: 'uri-reference' },
  errors: {
    type: 'array',
    description: 'What is wrong with each value',
    maxItems: 20,
    items: issueSchema(),
  },
} as const;

/** docs/problem.schema.json is the same for validators. */
export function problemSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A problem document (RFC 9457)',
    required: ['type', 'title', 'status', 'instance'],
    properties: problemMembers,
  };
}

function issueSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['in', 'code', 'message'],
    properties: {
      in: { type: 'string', enum: ['path', 'query', 'header', 'form', 'body'] },
      name: { type: 'string', description: 'Of the parameter' },
      pointer: { type: 'string', description: 'A JSON pointer (RFC 6901) within the value' },
      code: { type: 'string', description: 'What is wrong' },
      message: { type: 'string', description: 'What would be accepted' },
    },
    additionalProperties: false,
  };
}

/** One for each code, for `components.examples`. */
export function problemExamples(problems: Problems): JsonSchema {
  return Object.fromEntries(
    [...problems.values()].map(({ code, status, title }) => {
      const value = {
        type: `${problemTypePrefix}${code}`,
        title,
        status,
        instance: `${problemInstancePrefix}6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d`,
        ...(code === 'invalid_request' ? { errors: [exampleIssue] } : {}),
      };
      return [code, { summary: title, value }];
    }),
  );
}

const exampleIssue = { in: 'query', name: 'from', code: 'minimum', message: 'must be at least 0' };
