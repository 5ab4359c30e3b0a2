/** The plan of an operation, from the parts that each dialect declares in its own way, and the members that all share. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Method, OperationPlan, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { type AccessDefaults, readOperationAccess } from './authorizations.ts';
import { readDeprecation } from './deprecation.ts';
import { readExactIntegers, readHttpExtensions, readIdempotency, readLambdaSize } from './extensions.ts';
import { operationIdOf } from './operation-names.ts';
import { inputOf, type ReadParameter } from './parameters.ts';
import type { ReadPath } from './path.ts';

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

interface OperationParts
  extends Pick<OperationPlan, 'notes' | 'errorResponses'>,
    Pick<RuntimeOperation, 'successStatus' | 'produces'> {
  readonly method: Method | undefined;
  readonly declared: readonly ReadParameter[];
  readonly body: OperationPlan['body'] | undefined;
  readonly result?: OperationPlan['result'] | undefined;
  readonly versions?: OperationPlan['versions'] | undefined;
  readonly resultExamples?: OperationPlan['resultExamples'] | undefined;
  readonly responseHeaders?: OperationPlan['responseHeaders'] | undefined;
}

/** @returns undefined for an operation without a method or a name, which is reported. */
export function planOperation(
  node: SourceNode,
  place: OperationPlace,
  parts: OperationParts,
): OperationPlan | undefined {
  const { resource, nickname, path } = place;
  const { method, declared, body, result, versions, resultExamples, responseHeaders } = parts;
  const keyParameter = readIdempotency(node, method, declared);
  const parameters = [...inputOf(declared, path), ...(keyParameter ? [keyParameter] : [])];
  const { access, declared: declaredAccess } = readOperationAccess(node, place);
  const { isDeprecated, fixedHeaders } = readDeprecation(node);
  const described = {
    summary: node.text('summary') ?? '',
    notes: parts.notes,
    errorResponses: parts.errorResponses,
    ...omitUndefined({ responseHeaders }),
    isDeprecated,
    ...readLambdaSize(node),
    ...declaredAccess,
    ...node.extensions(),
  };
  const httpExtensions = readHttpExtensions(node, { isProtected: access !== undefined });
  if (!method || nickname === undefined) return undefined;
  const routePath = `${place.basePath}${path.route}` || '/';
  return {
    runtime: {
      id: operationIdOf(resource, nickname),
      successStatus: parts.successStatus,
      ...httpExtensions,
      ...omitUndefined({ access, isIdempotent: keyParameter && idempotencyOf(node), fixedHeaders }),
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

function idempotencyOf(node: SourceNode): RuntimeOperation['isIdempotent'] {
  return node.member('x-idempotent')?.value === 'document' ? 'document' : true;
}
