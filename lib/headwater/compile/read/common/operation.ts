/** The plan of an operation, from the parts that each dialect declares in its own way, and the members that all share. */

import { formats } from '../../../shared/json/formats.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type { Method, OperationPlan, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, rootOf, type SourceNode } from '../../source/source-node.ts';
import { type AccessDefaults, readOperationAccess } from './authorizations.ts';
import { readExactIntegers, readHttpExtensions, readIdempotency, readLambdaSize } from './extensions.ts';
import { operationIdOf } from './operation-names.ts';
import { inputOf, type ReadParameter } from './parameters.ts';
import type { ReadPath } from './path.ts';
import { readUses, usesMember } from './uses.ts';

/** An API takes 300; a service may have a part of the document of a larger one. */
const maxOperations = 2_000;

/** @param node has all of the file. */
export function hasTooMany(node: SourceNode, count: number): boolean {
  if (count <= maxOperations) return false;
  const accepted = `at most ${maxOperations} operations in a file; an API takes 300`;
  node.report('E-TOO-LARGE', `${count} operations`, accepted);
  return true;
}

export interface OperationPlace extends AccessDefaults {
  readonly resource: string;
  readonly basePath: string;
  readonly path: ReadPath;
  /** Undefined if it cannot be named, which is reported. */
  readonly nickname: string | undefined;
}

type OptionalPart = 'body' | 'result' | 'versions' | 'resultExamples' | 'responseHeaders';

type OperationParts = Pick<OperationPlan, 'notes' | 'errorResponses'> &
  Pick<RuntimeOperation, 'successStatus' | 'produces'> & {
    readonly method: Method | undefined;
    readonly declared: readonly ReadParameter[];
  } & { readonly [Part in OptionalPart]?: OperationPlan[Part] | undefined };

/** @returns undefined for an operation without a method or a name, which is reported. */
export function planOperation(
  node: SourceNode,
  place: OperationPlace,
  parts: OperationParts,
): OperationPlan | undefined {
  const { resource, nickname, path } = place;
  const { method, declared, body, result, versions, resultExamples, responseHeaders } = parts;
  const keyParameter = readIdempotency(node, method, declared);
  const isDocument = node.member('x-idempotent')?.value === 'document';
  const isIdempotent = keyParameter && (isDocument ? 'document' : true);
  const { access, ...declaredAccess } = readOperationAccess(node, place);
  const keys = access?.flat() ?? [];
  // The function takes a key out of the query: as a parameter, it would always be absent.
  const inputs = inputOf(declared, path).filter(
    ({ runtime }) => !keys.some((key) => key.place === runtime.place && key.name === runtime.name),
  );
  const parameters = [...inputs, ...(keyParameter ? [keyParameter] : [])];
  const { isDeprecated, fixedHeaders } = readDeprecation(node);
  const described = {
    summary: node.text('summary') ?? '',
    notes: parts.notes,
    errorResponses: parts.errorResponses,
    ...omitUndefined({ responseHeaders }),
    isDeprecated,
    ...readLambdaSize(node),
    ...declaredAccess,
    ...readUses(node),
    ...node.extensions([usesMember]),
  };
  const httpExtensions = readHttpExtensions(node, access !== undefined);
  if (!method || nickname === undefined) return undefined;
  const routePath = `${place.basePath}${path.route}` || '/';
  return {
    runtime: {
      id: operationIdOf(resource, nickname),
      successStatus: parts.successStatus,
      ...httpExtensions,
      ...omitUndefined({ access, isIdempotent, fixedHeaders }),
      produces: parts.produces,
      ...omitUndefined({ versions: versions?.map(({ runtime }) => runtime) }),
      parameters: parameters.map(({ runtime }) => runtime),
      ...omitUndefined({ body: body?.runtime, exactIntegers: readExactIntegers(node) }),
    },
    resource,
    declaredAt: node.path,
    nickname,
    method,
    path: path.path,
    routePath,
    // The descriptor's names, until all paths of the service are known. A refused path has no route that could clash.
    gatewayPaths: path.isRoutable ? [routePath] : [],
    headPaths: [],
    parameters,
    ...omitUndefined({ body, result, versions, resultExamples }),
    ...described,
  };
}

/** Whether an operation is deprecated, since when, and when it ends: Deprecation (RFC 9745) and Sunset (RFC 8594). */
function readDeprecation(node: SourceNode): {
  readonly isDeprecated: boolean;
  readonly fixedHeaders?: Readonly<Record<string, string>>;
} {
  // Swagger 1.2 section 5.2.3: a string.
  const isDeprecated = node.member('deprecated')?.value === 'true' || node.flag('deprecated');
  const since = readDate(node, 'x-deprecation', isDeprecated);
  const sunset = readDate(node, 'x-sunset', isDeprecated);
  if (since && sunset && sunset.time < since.time) {
    const accepted = `${quote(since.node.value)} or later: an operation ends after its deprecation (RFC 9745 section 4)`;
    sunset.node.report('E-DEPRECATION', quote(sunset.node.value), accepted);
  }
  const deprecation = since && `@${Math.floor(since.time / 1000)}`;
  const headers = omitUndefined({ deprecation, sunset: sunset && new Date(sunset.time).toUTCString() });
  return { isDeprecated, ...omitEmpty({ fixedHeaders: headers }) };
}

/** @returns its time in milliseconds. A date means midnight UTC. */
function readDate(
  operation: SourceNode,
  key: string,
  isDeprecated: boolean,
): { readonly node: SourceNode; readonly time: number } | undefined {
  const node = operation.member(key);
  if (!node) return undefined;
  const text = String(node.value).toUpperCase();
  // The format allows a leap second, which Date.parse does not.
  const time = formats.date(text) || formats['date-time'](text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    const accepted = 'a date such as "2027-01-31", or a time such as "2027-01-31T12:00:00Z"';
    return node.report('E-DEPRECATION', quote(node.value), accepted, { path: node.path });
  }
  if (!isDeprecated) {
    const found = `${key} of an operation that is not deprecated`;
    const fix = { path: [...operation.path, 'deprecated'], value: 'true' };
    node.report('E-DEPRECATION', found, `${operation.terms.deprecated} as well`, fix);
  }
  return { node, time };
}

/** 1 MiB: less than the limits of the gateway and Lambda, more than an item of the table can store. */
export const maxJsonBytes = 1_048_576;
/** 4 MiB: an event of Lambda has at most 6 MB, and base64 makes a file a third longer. */
export const maxFormBytes = 4_194_304;

/** @param node of a body. */
export function warnOfDropped(node: SourceNode, method: Method | undefined): void {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') return;
  // RFC 9110 section 9.3: the content of these has no defined meaning, but some clients send one.
  const accepted = 'query parameters, or another method: some clients and proxies drop the body';
  node.report('W-BODY', `a body on ${method}`, accepted);
}

/** Where an operation is declared, for the diagnostics that show only when all files are read. */
export type LocateOperation = (operation: Pick<OperationPlan, 'resource' | 'declaredAt'>) => SourceNode;

export function locateOperationIn(
  resources: readonly ResourcePlan[],
  files: ReadonlyMap<string, DescriptorFile>,
  report: Report,
): LocateOperation {
  const descriptors = new Map(resources.map(({ name, descriptor }) => [name, descriptor]));
  return ({ resource, declaredAt }) => {
    const file = files.get(descriptors.get(resource) ?? '');
    if (!file) throw new Error(`The resource ${resource} has no descriptor.`);
    return rootOf(file, report).with({ path: declaredAt });
  };
}
