import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import {
  type ErrorResponsePlan,
  type Method,
  methods,
  type OperationPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isBytes, isNever } from '../../schema/references.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readResponseProblems } from '../common/declared-problems.ts';
import { readResponseHeaders, readWhole } from '../common/extensions.ts';
import { namesIn } from '../common/names.ts';
import { type OperationPlace, planOperation } from '../common/operation.ts';
import { readBody } from './body.ts';
import { readType, reportUnknownModel } from './data-type.ts';
import { type MediaTypes, readMediaTypes } from './media-types.ts';
import { readOfferedTypes } from './media-versions.ts';
import type { TypeContext } from './model-names.ts';
import { readParameters } from './parameters.ts';
import { containerOf, namedTypeOf } from './type-names.ts';

const resultMembers = ['responseClass', 'type', 'dataType', '$ref'];
const others = namesIn('httpMethod method format items parameters produces consumes authorizations security');
const needed = [...resultMembers, ...others];
export const operationMembers: KnownMembers = {
  known: [...needed, 'nickname', 'summary', 'notes', 'errorResponses', 'responseMessages', 'deprecated'],
  needed,
  synonyms: resultMembers,
};

export interface ApiPlace extends OperationPlace {
  /** The parameters of the api, which the operation may replace. */
  readonly parameters: readonly SourceNode[];
  /** Defaults of the resource, for operations that declare none. */
  readonly produces: MediaTypes;
  readonly consumes: MediaTypes;
  readonly mediaVendor?: string;
}

export function readOperation(
  operation: SourceNode,
  place: ApiPlace,
  context: TypeContext,
): OperationPlan | undefined {
  const node = checkMembers(operation, operationMembers);
  const method = readMethod(node);
  const result = readResult(node, method, context);
  const declared = readParameters(node, place.path, place.parameters, context);
  const consumes = readMediaTypes(node, 'consumes', place.consumes);
  const { json } = readMediaTypes(node, 'produces', place.produces);
  const parts = {
    method,
    declared,
    body: readBody(node, declared, method, consumes),
    result,
    ...readOfferedTypes(node, { result, json, vendor: place.mediaVendor }, context),
    successStatus: readStatus(node, method, result),
    notes: node.text('notes') ?? '',
    errorResponses: readResponseMessages(node, context),
    responseHeaders: readResponseHeaders(node),
  };
  return planOperation(node, place, parts);
}

/** Every result is sent as JSON. @returns undefined if there is none. */
function readResult(node: SourceNode, method: Method | undefined, context: TypeContext): Schema | undefined {
  if (!node.anyMember(resultMembers)) {
    // A GET has a result; other methods have none unless they declare one, as in Swagger 1.1.
    const kind = method === 'GET' ? 'any' : 'void';
    node.report('W-RESULT', 'no result type', `"${kind}", which is assumed for ${method ?? 'an operation'}`);
    return kind === 'any' ? {} : undefined;
  }
  const result = readType(node, context);
  if (!result || isNever(result)) return undefined;
  if (!isBytes(result)) return result;
  const accepted = '"any", which is assumed: every response is JSON';
  node.at('responseClass', 'type').report('W-TYPE', 'a File as the result', accepted);
  return {};
}

function readMethod(node: SourceNode): Method | undefined {
  const at = node.anyMember(['httpMethod', 'method']);
  const method = methods.find((candidate) => candidate === String(at?.value).toUpperCase());
  const found = at ? quote(at.value) : 'no httpMethod';
  if (!method) (at ?? node).report('E-METHOD', found, `one of ${methods.join(', ')}`);
  return method;
}

/** `x-status`. By default 204 without a result, 201 for POST, else 200 (RFC 9110 section 15.3). */
function readStatus(node: SourceNode, method: Method | undefined, result: Schema | undefined): number {
  const usual = method === 'POST' ? 201 : 200;
  return readWhole(node.member('x-status'), { min: 200, max: 299 }, 'E-STATUS') ?? (result ? usual : 204);
}

/** Response messages (Swagger 1.2 section 5.2.5). They are documentation only. */
function readResponseMessages(node: SourceNode, context: TypeContext): ErrorResponsePlan[] {
  const list = node.anyMember(['errorResponses', 'responseMessages']);
  if (!list?.expect('array')) return [];
  return list.items().flatMap((item) => {
    if (!item.expect('object')) return [];
    const codeNode = item.member('code');
    const code = Number(codeNode?.value);
    const reason = item.anyMember(['reason', 'message'])?.value;
    const responseModel = readResponseModel(item, context);
    const about = omitUndefined({ responseModel, problems: readResponseProblems(item, context) });
    if (Number.isInteger(code) && code >= 100 && code <= 599)
      return [{ code, reason: typeof reason === 'string' ? reason : '', ...about }];
    const found = codeNode ? `the code ${quote(codeNode.value)}` : 'no code';
    item.at('code').report('W-RESPONSE', found, 'an HTTP status code from 100 to 599');
    return [];
  });
}

/** The id of a model. Other types are ignored. */
function readResponseModel(item: SourceNode, context: TypeContext): string | undefined {
  const node = item.member('responseModel');
  if (!node || node.value === '') return undefined;
  if (typeof node.value !== 'string') {
    node.report('W-RESPONSE', quote(node.value), 'the id of a model');
    return undefined;
  }
  const model = context.models.find(node, node.value);
  if (!model && !namedTypeOf(node.value) && !containerOf(node.value))
    reportUnknownModel(node, node.value, 'none', context);
  return model?.key;
}
