/** One operation of a path. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import { type Method, methods, type OperationPlan, type ParameterPlan } from '../../plan/operation-plan.ts';
import type { TypePlan } from '../../plan/type-plan.ts';
import type { Report } from '../source/problem.ts';
import {
  anyMember,
  expectType,
  extensionsOf,
  flagMember,
  items,
  type Located,
  member,
  problemAt,
  quote,
  textMember,
  warnOfMisspelling,
} from '../source/source-node.ts';
import { readAuthorizations } from './authorizations.ts';
import { readBody } from './body.ts';
import { readDeprecation } from './deprecation.ts';
import { readErrorResponses } from './error-responses.ts';
import { readIdempotency } from './idempotency-key.ts';
import { type MediaTypes, readMediaTypes } from './media-types.ts';
import { readOfferedTypes } from './media-versions.ts';
import { readNickname } from './nickname.ts';
import { operationIdOf } from './operation-id.ts';
import { nameOf, type ReadParameter, readParameter } from './parameter.ts';
import type { ReadPath } from './path.ts';
import { readType, type TypeContext } from './type.ts';

const operationKeys = [
  'httpMethod',
  'method',
  'nickname',
  'summary',
  'notes',
  'responseClass',
  'type',
  'format',
  'items',
  'parameters',
  'errorResponses',
  'responseMessages',
  'produces',
  'consumes',
  'authorizations',
  'deprecated',
];

export interface OperationPlace {
  readonly resource: string;
  readonly basePath: string;
  readonly path: ReadPath;
  /** What the resource says for operations that say nothing themselves. */
  readonly produces: MediaTypes;
  readonly consumes: MediaTypes;
  readonly mediaVendor?: string;
}

export function readOperation(
  node: Located,
  place: OperationPlace,
  context: TypeContext,
): OperationPlan | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  warnOfMisspelling(node, operationKeys, report);
  const method = readMethod(node, report);
  const nickname = readNickname(node, { resource: place.resource, path: place.path.path }, report);
  const result = readResult(node, context);
  const { read: declared, unread } = readParameters(node, place.path, context);
  const keyParameter = readIdempotency(node, method, declared, report);
  const parameters = [...inputOf(declared, place.path), ...(keyParameter ? [keyParameter] : [])];
  reportTemplateMismatch(node, { read: declared, unread }, place.path, report);
  const consumes = readMediaTypes(node, 'consumes', report, place.consumes);
  const body = readBody(declared, method, consumes, report);
  const { json } = readMediaTypes(node, 'produces', report, place.produces);
  const offered = readOfferedTypes(node, { result, json, vendor: place.mediaVendor }, context);
  const authorizations = readAuthorizations(node, report);
  const { isDeprecated, fixedHeaders } = readDeprecation(node, report);
  const described = {
    summary: textMember(node, 'summary', report) ?? '',
    notes: textMember(node, 'notes', report) ?? '',
    errorResponses: readErrorResponses(node, context),
    isDeprecated,
    ...readLambdaSize(node, report),
    ...omitUndefined({ authorizations }),
    ...extensionsOf(node),
  };
  const httpExtensions = readHttpExtensions(node, report);
  if (!method || nickname === undefined) return undefined;
  const routePath = `${place.basePath}${place.path.route}` || '/';
  return {
    runtime: {
      id: operationIdOf(place.resource, nickname),
      successStatus: readStatus(node, method, result, report),
      ...httpExtensions,
      ...omitUndefined({ isIdempotent: keyParameter && (true as const), fixedHeaders }),
      produces: offered.produces,
      ...omitUndefined({ versions: offered.versions?.map(({ runtime }) => runtime) }),
      parameters: parameters.map(({ runtime }) => runtime),
      ...omitUndefined({ body: body?.runtime }),
    },
    resource: place.resource,
    nickname,
    method,
    path: place.path.path,
    routePath,
    // In the descriptor's words until all paths of the service are known; a refused one has no route to clash with.
    gatewayPaths: place.path.isRoutable ? [routePath] : [],
    headPaths: [],
    parameters,
    ...omitUndefined({ body }),
    result,
    ...omitUndefined({ versions: offered.versions }),
    ...described,
  };
}

/** A result is written as JSON, whatever it is. */
function readResult(node: Located, context: TypeContext): TypePlan {
  const result = readType(node, context) ?? { kind: 'void' };
  if (result.kind !== 'file') return result;
  const at = anyMember(node, ['responseClass', 'type']) ?? node;
  context.report(
    problemAt(at, 'W-TYPE', 'a File as the result', '"any", which it is taken for: every answer is JSON'),
  );
  return { kind: 'any' };
}

/** The path of `{name*}` may end before the value. */
function inputOf(declared: readonly ReadParameter[], { variables }: ReadPath): ParameterPlan[] {
  const optional = variables.filter(({ required }) => !required).map(({ name }) => name);
  return declared.flatMap((parameter) => {
    if (parameter.kind !== 'input') return [];
    const { plan } = parameter;
    const { runtime } = plan;
    const isOptional = runtime.place === 'path' && optional.includes(runtime.name);
    return isOptional ? { ...plan, runtime: { ...runtime, required: false } } : plan;
  });
}

function readMethod(node: Located, report: Report): Method | undefined {
  const word = anyMember(node, ['httpMethod', 'method']);
  const method = methods.find((candidate) => candidate === String(word?.value).toUpperCase());
  if (!method) {
    const found = word ? quote(word.value) : 'no httpMethod';
    report(problemAt(word ?? node, 'E-METHOD', found, `one of ${methods.join(', ')}`));
  }
  return method;
}

interface ReadParameters {
  readonly read: readonly ReadParameter[];
  /** What could not be understood, which is reported. */
  readonly unread: readonly Located[];
}

function readParameters(node: Located, path: ReadPath, context: TypeContext): ReadParameters {
  const list = member(node, 'parameters');
  if (!list) return { read: [], unread: [] };
  if (!expectType(list, 'array', context.report)) return { read: [], unread: [list] };
  const declared = items(list).filter((item) => !(path.hadFormat && isFormatParameter(item)));
  const read: ReadParameter[] = [];
  const unread: Located[] = [];
  for (const item of declared) {
    const parameter = readParameter(item, context);
    if (parameter) read.push(parameter);
    else unread.push(item);
  }
  reportClashes(read, context.report);
  return { read, unread };
}

function isFormatParameter(node: Located): boolean {
  const name = member(node, 'name')?.value;
  return member(node, 'paramType')?.value === 'path' && (name === 'format' || name === '_format');
}

/** Path, query and header parameters share the input map; fields of a form, or members of the body, the body. */
function reportClashes(parameters: readonly ReadParameter[], report: Report): void {
  const placeOfName = new Map<string, string>();
  const headers = new Set<string>();
  for (const parameter of parameters) {
    const name = nameOf(parameter);
    // That the whole body is there once is checked where the body is put together.
    if (name === undefined) continue;
    const place = parameter.kind === 'input' ? parameter.plan.runtime.place : parameter.kind;
    const key = `${parameter.kind === 'input' ? 'input' : 'body'} ${name}`;
    const other = placeOfName.get(key);
    placeOfName.set(key, place);
    // RFC 9110 section 5.1: names of header fields have no letter case.
    const isSecondHeader = place === 'header' && headers.has(name.toLowerCase());
    if (place === 'header') headers.add(name.toLowerCase());
    if (other === place || isSecondHeader) {
      const found = `a second ${place} parameter "${name}"`;
      report(
        problemAt(parameter.node, 'E-DUPLICATE', found, 'each name once', { path: parameter.node.path }),
      );
    } else if (other) {
      const accepted = 'another name for one of them: path, query and header share one input map';
      report(problemAt(parameter.node, 'E-INPUT-CLASH', `"${name}" in ${other} and in ${place}`, accepted));
    }
  }
}

function reportTemplateMismatch(
  node: Located,
  { read, unread }: ReadParameters,
  path: ReadPath,
  report: Report,
): void {
  // What a segment that cannot be routed was meant to hold, is told there.
  if (!path.isRoutable) return;
  const variables = path.variables.map(({ name }) => name);
  const inPath = read.flatMap((parameter) => {
    if (parameter.kind !== 'input') return [];
    const { name, place } = parameter.plan.runtime;
    return place === 'path' ? [{ name, node: parameter.node }] : [];
  });
  // What could not be read, and has this name or none, is the parameter that is looked for.
  const isUnread = (variable: string) =>
    unread.some((item) => [variable, undefined].includes(textOf(member(item, 'name'))));
  const missing = variables.filter(
    (variable) => !inPath.some(({ name }) => name === variable) && !isUnread(variable),
  );
  const superfluous = inPath.filter(({ name }) => !variables.includes(name));
  // One too many and one too few are most likely one under two names.
  const [renamed] = missing.length === 1 && superfluous.length === 1 ? missing : [];
  for (const parameter of superfluous) {
    const accepted = `a variable of ${quote(path.path)}: ${variables.join(', ') || 'there is none'}`;
    const fix =
      renamed === undefined
        ? { path: [...parameter.node.path, 'paramType'], value: 'query' }
        : { path: [...parameter.node.path, 'name'], value: renamed };
    report(problemAt(parameter.node, 'E-TEMPLATE', `the path parameter "${parameter.name}"`, accepted, fix));
  }
  for (const variable of missing) {
    const at = member(node, 'parameters');
    const accepted = `a parameter of paramType path named "${variable}"`;
    const added = { paramType: 'path', name: variable, type: 'string', required: true };
    const fix = at
      ? { path: [...at.path, -1], value: added }
      : { path: [...node.path, 'parameters'], value: [added] };
    const found = `no parameter for {${variable}}`;
    report(problemAt(at ?? node, 'E-TEMPLATE', found, accepted, variable === renamed ? undefined : fix));
  }
}

function textOf(node: Located | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined;
}

/** RFC 9110 section 15.3: 201 for what POST makes, 204 without content, else 200; `x-status` says otherwise. */
function readStatus(node: Located, method: Method, result: TypePlan, report: Report): number {
  const declared = member(node, 'x-status');
  const { value } = declared ?? {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 299) return value;
  if (declared) report(problemAt(declared, 'E-STATUS', quote(value), 'a whole number from 200 to 299'));
  if (result.kind === 'void') return 204;
  return method === 'POST' ? 201 : 200;
}

/** `x-require-precondition` (RFC 6585 section 3) and `x-cache` (RFC 9111 section 5.2). */
function readHttpExtensions(
  node: Located,
  report: Report,
): { requiresPrecondition?: true; cacheControl?: string } {
  const requiresPrecondition = flagMember(node, 'x-require-precondition', report) || undefined;
  const cacheControl = textMember(node, 'x-cache', report);
  return omitUndefined({ requiresPrecondition, cacheControl });
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html; the HTTP API waits 30 s. */
function readLambdaSize(node: Located, report: Report): { memoryMb?: number; timeoutSeconds?: number } {
  const memoryMb = readWhole(member(node, 'x-memory'), { min: 128, max: 10_240 }, report);
  const timeoutSeconds = readWhole(member(node, 'x-timeout'), { min: 1, max: 30 }, report);
  return omitUndefined({ memoryMb, timeoutSeconds });
}

function readWhole(
  node: Located | undefined,
  range: { min: number; max: number },
  report: Report,
): number | undefined {
  if (!node) return undefined;
  const { value } = node;
  if (typeof value === 'number' && Number.isInteger(value) && value >= range.min && value <= range.max)
    return value;
  report(problemAt(node, 'E-LIMIT', quote(value), `a whole number from ${range.min} to ${range.max}`));
  return undefined;
}
