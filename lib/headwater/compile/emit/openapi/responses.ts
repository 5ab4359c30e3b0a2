/** Responses of an operation: its success in each version, 304, and problems. */

import { STATUS_CODES } from 'node:http';
import { omitEmpty } from '../../../shared/json/omit.ts';
import type { ErrorResponsePlan, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { isRead } from '../../plan/operations.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isBytes, modelOf } from '../../schema/walk.ts';
import { type ProblemContext, problemResponses } from './problem-responses.ts';
import { headersOf } from './response-headers.ts';
import { componentReference, jsonMedia } from './schemas.ts';

/** By status. */
export function responseObjects(plan: OperationPlan, context: ProblemContext): Record<string, JsonSchema> {
  const { errorResponses, runtime } = plan;
  const others = errorResponses.filter(({ code }) => code < 400 && code !== runtime.successStatus);
  const content = resultContent(plan, context);
  const success = responseObject(plan, runtime.successStatus, resultText(plan, context));
  return {
    ...Object.fromEntries(others.map((each) => [each.code, otherResponse(plan, each, context)])),
    [runtime.successStatus]: { ...success, ...omitEmpty({ content }) },
    ...(isRead(plan) ? { 304: notModified(plan) } : {}),
    ...problemResponses(plan, context),
  };
}

/** @param meaning of the status, where the descriptor does not say it. A redirect leads elsewhere (RFC 9110 section 15.4). */
function responseObject(plan: OperationPlan, status: number, meaning: string): JsonSchema {
  const leading = status >= 300 ? ['Location'] : [];
  const reasons = plan.errorResponses.filter(({ code }) => code === status).map(({ reason }) => reason);
  const description = reasons.filter((reason) => reason !== '').join('; ') || meaning;
  return { description, headers: headersOf(plan, [...leading, ...(plan.responseHeaders ?? [])]) };
}

/** The description of the result's model, else the meaning of the status. */
function resultText({ result = {}, runtime }: OperationPlan, { names }: ProblemContext): string {
  const described = names.models.get(modelOf(result) ?? '')?.schema.description;
  return described ?? STATUS_CODES[runtime.successStatus] ?? 'A success';
}

/** By media type. A version has its own type; those without are of version 1. */
function resultContent(plan: OperationPlan, { names }: ProblemContext): JsonSchema {
  const { method, result, resultExamples = [], runtime, versions = [] } = plan;
  if (method === 'HEAD' || !result) return {};
  const media = runtime.produces.map((name) => {
    const version = versions.find((each) => each.runtime.mediaType === name);
    const schema = version && version.runtime.version !== 1 ? version.schema : result;
    const examples = schema === result ? resultExamples : [];
    if (!isBytes(schema)) return [name, jsonMedia({ schema, examples }, names, false)];
    // In 3.1, bytes have no schema (section 4.7.14.1).
    return [name, name.startsWith('text/') ? { schema: { type: 'string' } } : {}];
  });
  return Object.fromEntries(media);
}

function notModified(plan: OperationPlan): JsonSchema {
  const tag = plan.responseHeaders?.filter((name) => name === 'ETag') ?? [];
  return { description: 'The client has this version already', headers: headersOf(plan, tag) };
}

/** A success or a redirection that the descriptor declares beside the one that the function has by itself. */
function otherResponse(
  plan: OperationPlan,
  { code, responseModel = '', schema, examples = [] }: ErrorResponsePlan,
  { names }: ProblemContext,
): JsonSchema {
  const response = responseObject(plan, code, STATUS_CODES[code] ?? 'A response');
  const media = schema && jsonMedia({ schema, examples }, names, false);
  const model = names.models.has(responseModel) && componentReference(names.schemaOf(responseModel));
  const content = media
    ? Object.fromEntries(plan.runtime.produces.map((name) => [name, media]))
    : model && { 'application/json': { schema: model } };
  return { ...response, ...omitEmpty({ content }) };
}
