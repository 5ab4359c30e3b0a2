/** The responses of an operation: its success, and what else may come. */

import { membersOf } from '../../../shared/json/is-object.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type {
  ErrorResponsePlan,
  Method,
  OperationPlan,
  RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { bytes, modelOf } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readResponseHeaders } from '../common/extensions.ts';
import { readResponseProblems } from '../common/listing-extensions.ts';
import { headerNamePattern } from '../common/names.ts';
import { readContent } from './content.ts';
import { readExamples } from './examples.ts';
import { resolve } from './references.ts';
import { readSchema } from './schema.ts';
import type { SchemaContext } from './schema-context.ts';

/** Parts of the plan of an operation. The media types of `produces` are those of the success, if it has content. */
type ReadResponses = Pick<OperationPlan, 'result' | 'resultExamples' | 'errorResponses' | 'responseHeaders'> &
  Pick<RuntimeOperation, 'successStatus' | 'produces'>;

/**
 * The lowest status of 2xx that has content, or else the lowest, is the success; `2XX` stands for the usual one of the method. Without one, a redirect is: the
 * handler sets the header `location`. `default` describes errors, unless no other response is a success.
 */
export function readResponses(node: SourceNode, method: Method, context: SchemaContext): ReadResponses {
  const declared = node.membersOf('responses').flatMap(([status, at]) => {
    const response = status.startsWith('x-') ? undefined : resolve(at, 'responses');
    return response ? [{ status, response: withoutImpossible(response, status) }] : [];
  });
  const successes = declared.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status));
  const sorted = successes.toSorted((one, other) => (one.status < other.status ? -1 : 1));
  const lowest = sorted.find(({ response }) => hasContent(response)) ?? sorted[0];
  const redirect = declared.find(({ status }) => /^3(?!04)(?:\d\d|XX)$/i.test(status));
  const success = lowest ?? redirect ?? declared.find(({ status }) => status === 'default');
  if (!success)
    node.at('responses').report('W-RESULT', 'no success', 'a 204 without content, which is assumed');
  const usual = success === redirect ? 302 : method === 'POST' ? 201 : 200;
  const { schema, json, examples } = readResult(success?.response, context);
  const isEmpty = !schema && (!success || success !== redirect);
  const successStatus = Number(success?.status) || (isEmpty ? 204 : usual);
  const others = declared.filter((each) => each === success || /^\d{3}$/.test(each.status));
  const headers = [...headersOf(success?.response), ...(readResponseHeaders(node) ?? [])];
  return {
    successStatus,
    ...omitUndefined({ result: schema, resultExamples: examples }),
    ...omitEmpty({ responseHeaders: headers }),
    produces: json,
    errorResponses: others.map(({ status, response }) => ({
      code: response === success?.response ? successStatus : Number(status),
      reason: response.text('description') ?? '',
      ...(response === success?.response ? {} : contentOf(status, response, json, context)),
      ...omitUndefined({ problems: readResponseProblems(response, context) }),
    })),
  };
}

interface ReadResult extends Pick<ErrorResponsePlan, 'schema' | 'examples'> {
  /** Media types; of a text or bytes, if the schema says so. */
  readonly json: readonly string[];
}

/** RFC 9110 sections 15.3.5 and 15.3.6: these have no content. Generators write a schema all the same. */
function withoutImpossible(response: SourceNode, status: string): SourceNode {
  if (!['204', '205'].includes(status) || !hasContent(response)) return response;
  const accepted = 'another status, such as 200, or no content';
  response.at('content').report('W-RESPONSE', `content of ${status}, which is never sent`, accepted);
  const { content: _, ...others } = membersOf(response.value);
  return response.with({ value: others });
}

/** `content: {}` names no media type, so there is none. */
function hasContent(response: SourceNode): boolean {
  return response.membersOf('content').length > 0;
}

function readResult(node: SourceNode | undefined, context: SchemaContext): ReadResult {
  if (!node || !hasContent(node)) return { json: [] };
  const { json, others, schema, media } = readContent(node, false);
  if (others.length > 0) return { schema: bytes, json: others };
  const read: Schema = (schema && readSchema(schema, context)) ?? {};
  const examples = readExamples(media, { schema: read, use: 'result' }, context);
  return { schema: read, json, ...examples };
}

/** OpenAPI 3.1 section 4.7.17.1: a Content-Type is ignored. */
function headersOf(response: SourceNode | undefined): string[] {
  const names = (response?.membersOf('headers') ?? []).map(([name]) => name);
  return names.filter((name) => headerNamePattern.test(name) && name.toLowerCase() !== 'content-type');
}

/** Another success has a type of its own. @param json media types of the success that the function has by itself. */
function contentOf(
  status: string,
  response: SourceNode,
  json: readonly string[],
  context: SchemaContext,
): Pick<ErrorResponsePlan, 'responseModel' | 'schema' | 'examples'> {
  if (!status.startsWith('2')) return errorOf(response, context);
  const { json: own, ...content } = readResult(response, context);
  const others = own.filter((name) => !json.includes(name));
  if (others.length > 0) {
    const found = `${others.map(quote).join(', ')} of ${status}, which the first success does not offer`;
    response.report('E-UNSUPPORTED', found, 'the media types of the first success');
  }
  return content;
}

/** Errors of the service are problem documents, to which the members of the model or of the object are added. */
function errorOf(
  node: SourceNode,
  context: SchemaContext,
): Pick<ErrorResponsePlan, 'responseModel' | 'schema'> {
  const unseen = node.reporting(() => false);
  const { schema } = readContent(unseen, false);
  const read = schema && readSchema(schema, context);
  const id = read && modelOf(read);
  if (id !== undefined) return context.schemas.isObject(id) ? { responseModel: id } : {};
  return read?.type === 'object' ? { schema: read } : {};
}
