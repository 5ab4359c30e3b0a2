/** Problem responses (RFC 9457) of operations, and the schema and examples that they refer to. */

import { omitEmpty } from '../../../shared/json/omit.ts';
import type { ErrorResponsePlan, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { flat } from '../../schema/flat.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { mapValues, referenceTo } from '../../schema/walk.ts';
import { type ComponentNames, problemSchemaName } from './component-names.ts';
import type { EmitSettings } from './emit-settings.ts';
import { type Problems, problemCodes } from './problem-codes.ts';
import { type HeaderName, headersOf } from './response-headers.ts';
import { componentReference, describedSchema } from './schemas.ts';

const mediaType = 'application/problem+json';

export interface ProblemContext {
  readonly settings: EmitSettings;
  readonly problems: Problems;
  readonly names: ComponentNames;
}

/** By status. */
export function problemResponses(plan: OperationPlan, context: ProblemContext): JsonSchema {
  const responses = [...problemCodes(plan, context.settings, context.problems)].map(([status, codes]) => {
    const declared = plan.errorResponses.filter(({ code }) => code === status);
    return [status, problemResponseOf(plan, [...codes], declared, context)] as const;
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
  const own = codes.flatMap((code) => headersOfCode(code, plan, context.problems));
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const media = { schema: problemSchemaOf(codes, declared, context), ...omitEmpty({ examples }) };
  return { description, headers: headersOf(plan, own), content: { [mediaType]: media } };
}

/** A status without a type of its own is `about:blank`: a handler has thrown an object or an Error with it. */
function problemSchemaOf(
  codes: readonly string[],
  declared: readonly ErrorResponsePlan[],
  { names, settings }: ProblemContext,
): JsonSchema {
  const types = codes.map((code) => `${settings.names.problemTypePrefix}${code}`);
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

function headersOfCode(
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

/** docs/headwater/problem.schema.json is the same for validators. */
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
export function problemExamples({ problems, settings }: Omit<ProblemContext, 'names'>): JsonSchema {
  const { problemTypePrefix, problemInstancePrefix } = settings.names;
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
