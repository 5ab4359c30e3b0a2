/** One operation of a path. */

import {
  type ErrorResponsePlan,
  type Method,
  methods,
  type OperationPlan,
} from '../../plan/operation-plan.ts';
import type { TypePlan } from '../../plan/type-plan.ts';
import { given } from '../given.ts';
import type { Report } from '../problem.ts';
import { type ReadParameter, readParameter } from './check-parameter.ts';
import type { ReadPath } from './check-path.ts';
import { readType, type TypeContext } from './check-type.ts';
import {
  anyMember,
  expectType,
  isObject,
  items,
  type Located,
  member,
  members,
  problemAt,
  quote,
  textMember,
  warnOfMisspelling,
} from './located.ts';

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

/** A name of a file on every system, of a JavaScript export and of a Lambda function. */
const nicknamePattern = /^[A-Za-z][A-Za-z0-9_]*$/;

export interface OperationPlace {
  readonly resource: string;
  readonly basePath: string;
  readonly path: ReadPath;
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
  const nickname = readNickname(node, place.resource, report);
  const result: TypePlan = readType(node, context) ?? { kind: 'void' };
  const parameters = readParameters(node, place.path, context);
  reportTemplateMismatch(node, parameters, place.path, report);
  const body = readOnlyBody(parameters, method, report);
  if (!method || nickname === undefined) return undefined;
  return {
    id: `${place.resource}-${nickname}`,
    resource: place.resource,
    nickname,
    method,
    path: place.path.path,
    routePath: `${place.basePath}${place.path.route}` || '/',
    summary: textMember(node, 'summary', report) ?? '',
    notes: textMember(node, 'notes', report) ?? '',
    successStatus: readStatus(node, method, result, report),
    produces: ['application/json'],
    parameters: parameters.flatMap((parameter) => (parameter.kind === 'input' ? [parameter.plan] : [])),
    ...(body ? { body: body.plan } : {}),
    result,
    errorResponses: readErrorResponses(node, report),
    ...readLambdaSize(node, report),
    extensions: Object.fromEntries(
      members(node).flatMap(([key, { value }]) => (key.startsWith('x-') ? [[key, value]] : [])),
    ),
  };
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

function readNickname(node: Located, resource: string, report: Report): string | undefined {
  const word = member(node, 'nickname');
  if (typeof word?.value === 'string' && nicknamePattern.test(word.value)) return word.value;
  const proposal = String(word?.value ?? '')
    .replace(/[^A-Za-z0-9_]/g, '')
    .replace(/^[^A-Za-z]+/, '');
  const accepted = `letters, digits and _, a letter first${proposal ? `, e.g. "${proposal}"` : ''}: the handler is handlers/${resource}/<nickname>.ts`;
  report(problemAt(word ?? node, 'E-NICKNAME', word ? quote(word.value) : 'no nickname', accepted));
  return undefined;
}

function readParameters(node: Located, path: ReadPath, context: TypeContext): ReadParameter[] {
  const list = member(node, 'parameters');
  if (!list || !expectType(list, 'array', context.report)) return [];
  const declared = items(list).filter((item) => !(path.hadFormat && isFormatParameter(item)));
  const parameters = declared.flatMap((item) => readParameter(item, context) ?? []);
  reportClashes(parameters, context.report);
  return parameters;
}

function isFormatParameter(node: Located): boolean {
  return member(node, 'paramType')?.value === 'path' && member(node, 'name')?.value === 'format';
}

function reportClashes(parameters: readonly ReadParameter[], report: Report): void {
  const placeOfName = new Map<string, string>();
  for (const parameter of parameters) {
    if (parameter.kind === 'body') continue;
    const { name, place } = parameter.plan;
    const other = placeOfName.get(name);
    placeOfName.set(name, place);
    if (other === place) {
      report(
        problemAt(parameter.node, 'E-DUPLICATE', `a second ${place} parameter "${name}"`, 'each name once'),
      );
    } else if (other) {
      const accepted = 'another name for one of them: path, query and header share one input map';
      report(problemAt(parameter.node, 'E-INPUT-CLASH', `"${name}" in ${other} and in ${place}`, accepted));
    }
  }
}

function reportTemplateMismatch(
  node: Located,
  parameters: readonly ReadParameter[],
  path: ReadPath,
  report: Report,
): void {
  const declared = new Set<string>();
  for (const parameter of parameters) {
    if (parameter.kind !== 'input' || parameter.plan.place !== 'path') continue;
    const { name } = parameter.plan;
    declared.add(name);
    if (path.variables.includes(name)) continue;
    const accepted = `a variable of ${quote(path.path)}: ${path.variables.join(', ') || 'there is none'}`;
    report(problemAt(parameter.node, 'E-TEMPLATE', `the path parameter "${name}"`, accepted));
  }
  for (const variable of path.variables.filter((name) => !declared.has(name))) {
    const accepted = `a parameter of paramType path named "${variable}"`;
    report(
      problemAt(member(node, 'parameters') ?? node, 'E-TEMPLATE', `no parameter for {${variable}}`, accepted),
    );
  }
}

function readOnlyBody(
  parameters: readonly ReadParameter[],
  method: Method | undefined,
  report: Report,
): (ReadParameter & { kind: 'body' }) | undefined {
  const [body, second] = parameters.filter((parameter) => parameter.kind === 'body');
  if (second)
    report(
      problemAt(second.node, 'E-BODY', 'a second body parameter', 'one body parameter: it is the whole body'),
    );
  if (body && (method === 'GET' || method === 'HEAD')) {
    // RFC 9110 section 9.3.1: content in a GET has no defined meaning, and gateways drop it.
    report(problemAt(body.node, 'E-BODY', `a body on ${method}`, 'query parameters, or another method'));
  }
  return body;
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

function readErrorResponses(node: Located, report: Report): ErrorResponsePlan[] {
  const list = anyMember(node, ['errorResponses', 'responseMessages']);
  if (!list || !expectType(list, 'array', report)) return [];
  return items(list).flatMap((item) => {
    if (!expectType(item, 'object', report) || !isObject(item.value)) return [];
    const { code } = item.value;
    const reason = anyMember(item, ['reason', 'message']);
    if (typeof code === 'number')
      return [{ code, reason: typeof reason?.value === 'string' ? reason.value : '' }];
    report(problemAt(item, 'E-SHAPE', `the code ${quote(code)}`, 'an HTTP status code'));
    return [];
  });
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html; the HTTP API waits 30 s. */
function readLambdaSize(node: Located, report: Report): { memoryMb?: number; timeoutSeconds?: number } {
  const memoryMb = readWhole(member(node, 'x-memory'), { min: 128, max: 10_240 }, report);
  const timeoutSeconds = readWhole(member(node, 'x-timeout'), { min: 1, max: 30 }, report);
  return given({ memoryMb, timeoutSeconds });
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
