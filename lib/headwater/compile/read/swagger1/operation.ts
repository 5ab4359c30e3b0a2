/**
 * One operation: its result, its responses, and its body. A body is a form, or JSON, which a parameter declares as a whole or
 * several member by member; beside JSON, it may be a text.
 */

import { omitUndefined } from '../../../shared/json/omit.ts';
import {
  type BodyPlan,
  type ErrorResponsePlan,
  type Method,
  methods,
  type OperationPlan,
  type RuntimeBody,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isBytes, isNever } from '../../schema/walk.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { checkExtensions } from '../../source/own-extensions.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readMaxBytes, readResponseHeaders, readWhole } from '../common/extensions.ts';
import { readResponseProblems } from '../common/listing-extensions.ts';
import { namesIn } from '../common/names.ts';
import {
  maxFormBytes,
  maxJsonBytes,
  type OperationPlace,
  planOperation,
  warnOfDropped,
} from '../common/operation.ts';
import type { ReadParameter } from '../common/parameters.ts';
import { objectOf, readType, reportUnknownModel } from './data-type.ts';
import {
  isFormType,
  mediaTypesOfForm,
  readMediaTypes,
  readOfferedTypes,
  readTextTypes,
} from './media-types.ts';
import type { TypeContext } from './model-names.ts';
import { readParameters } from './parameters.ts';
import { containerOf, namedTypeOf } from './type-names.ts';

const resultMembers = ['responseClass', 'type', 'dataType', '$ref'];
const keywords = namesIn(
  'httpMethod method format items parameters produces consumes authorizations security',
);
export const operationMembers: KnownMembers = {
  needed: [...resultMembers, ...keywords],
  others: ['nickname', 'summary', 'notes', 'errorResponses', 'responseMessages', 'deprecated'],
  synonyms: resultMembers,
  holder: 'an operation',
};

export interface ApiPlace extends OperationPlace {
  /** The parameters of the api, which the operation may replace. */
  readonly parameters: readonly SourceNode[];
  /** Defaults of the resource, for operations that declare none. */
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
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
  const produces = readMediaTypes(node, 'produces', place.produces);
  const parts = {
    method,
    declared,
    body: readBody(node, declared, method, consumes),
    result,
    ...readOfferedTypes(node, result, produces, place.mediaVendor, context),
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
    checkExtensions(item, 'a response');
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
  if (typeof node.value !== 'string')
    return node.report('W-RESPONSE', quote(node.value), 'the id of a model');
  const model = context.models.find(node, node.value);
  if (!model && !namedTypeOf(node.value) && !containerOf(node.value))
    reportUnknownModel(node, node.value, 'none', context);
  return model?.key;
}

type Part<Kind> = ReadParameter & { readonly kind: Kind };

/** @param node the operation. @param consumes its media types. */
function readBody(
  node: SourceNode,
  parameters: readonly ReadParameter[],
  method: Method | undefined,
  consumes: readonly string[],
): BodyPlan | undefined {
  const body = parameters.filter((parameter) => parameter.kind === 'body');
  const form = parameters.filter((parameter) => parameter.kind === 'form');
  const [first] = [...body, ...form];
  const textTypes = readTextTypes(node, body.length > 0);
  if (!first) return undefined;
  warnOfDropped(first.node, method);
  if (body[0]) form[0]?.node.report('E-BODY', 'form parameters and a body parameter', 'one of the two');
  const acceptsGzip = node.flag('x-gzip') || undefined;
  const maxBytes = readMaxBytes(node) ?? maxJsonBytes;
  const json = consumes.filter((type) => !isFormType(type));
  const mediaTypes = [...new Set([...json, ...(textTypes ?? [])])];
  return body[0]
    ? readJsonBody(body, { maxBytes, mediaTypes, ...omitUndefined({ textTypes, acceptsGzip }) })
    : readForm(form, consumes);
}

function readJsonBody(parts: readonly Part<'body'>[], runtime: Omit<RuntimeBody, 'required'>): BodyPlan {
  const whole = parts.find(({ plan }) => plan.name === undefined);
  if (whole) {
    const other = parts.find((part) => part !== whole);
    const accepted = 'one body parameter without a name or named "body", or several that name its members';
    other?.node.report('E-BODY', 'a second body parameter beside the whole body', accepted);
    const { required, name: _, ...plan } = whole.plan;
    return { runtime: { required, ...runtime }, ...plan };
  }
  // Every part has a name.
  const members = parts.map(({ plan: { name = '', ...plan } }) => ({ name, ...plan }));
  const required = members.some((each) => each.required);
  return { runtime: { required, ...runtime }, schema: objectOf(members) };
}

/** A form itself is never required; its fields may be. */
function readForm(parts: readonly Part<'form'>[], consumes: readonly string[]): BodyPlan {
  const fields = parts.map(({ plan }) => plan);
  const file = parts.find(({ plan }) => plan.runtime.isFile);
  const members = fields.map(({ runtime: { name, required, defaultValue }, ...plan }) => {
    return { ...plan, name, required: required || defaultValue !== undefined };
  });
  return {
    runtime: {
      required: false,
      maxBytes: maxFormBytes,
      mediaTypes: mediaTypesOfForm(consumes, file?.node),
      fields: fields.map(({ runtime }) => runtime),
    },
    schema: objectOf(members),
    fields,
  };
}
