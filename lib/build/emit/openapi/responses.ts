/** Responses of an operation: its success in each version, 304, and problems. */

import { STATUS_CODES } from 'node:http';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { isRead } from '../../plan/operations.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isBytes, modelOf } from '../../schema/references.ts';
import { exampleWords } from './examples.ts';
import { linkObjects } from './links.ts';
import { type ProblemContext, problemResponses } from './problem-responses.ts';
import { commonHeaders, headerReferences } from './response-headers.ts';
import { componentReference, describedSchema } from './schemas.ts';

interface ResponseContext extends ProblemContext {
  readonly resource: ResourcePlan;
}

/** By status. */
export function responseObjects(plan: OperationPlan, context: ResponseContext): Record<string, JsonSchema> {
  const { successStatus } = plan.runtime;
  return {
    ...otherResponses(plan, context),
    [successStatus]: successResponse(plan, context),
    ...(isRead(plan) ? { 304: notModified(plan) } : {}),
    ...problemResponses(plan, context),
  };
}

function successResponse(plan: OperationPlan, context: ResponseContext): JsonSchema {
  const links = linkObjects(plan, context.resource);
  const content = plan.method === 'HEAD' || !plan.result ? {} : resultContent(plan, plan.result, context);
  const response = responseObject(plan, plan.runtime.successStatus, resultText(plan, context));
  return { ...response, ...omitEmpty({ content, links }) };
}

/** @param meaning of the status, where the descriptor does not say it. A redirect leads elsewhere (RFC 9110 section 15.4). */
function responseObject(plan: OperationPlan, status: number, meaning: string): JsonSchema {
  const leading = status >= 300 ? ['Location'] : [];
  const headers = [...commonHeaders(plan), ...leading, ...(plan.responseHeaders ?? [])];
  const reasons = plan.errorResponses.filter(({ code }) => code === status).map(({ reason }) => reason);
  const description = reasons.filter((reason) => reason !== '').join('; ') || meaning;
  return { description, headers: headerReferences(headers) };
}

/** The description of the result's model, else the meaning of the status. */
function resultText({ result = {}, runtime }: OperationPlan, { names }: ResponseContext): string {
  const described = names.models.get(modelOf(result) ?? '')?.schema.description;
  return described ?? STATUS_CODES[runtime.successStatus] ?? 'A success';
}

/** By media type. A version has its own type; those without are of version 1. */
function resultContent(
  { runtime, resultExamples, versions = [] }: OperationPlan,
  result: Schema,
  { names }: ResponseContext,
): JsonSchema {
  const shown = new Set<Schema>();
  const mediaType = (schema: Schema, name: string) => {
    // In 3.1, bytes have no schema (section 4.7.14.1).
    if (isBytes(schema)) return name.startsWith('text/') ? { schema: { type: 'string' } } : {};
    const declared = schema === result ? resultExamples : undefined;
    const example = shown.has(schema)
      ? {}
      : exampleWords(schema, declared, { models: names.models, isSent: false });
    shown.add(schema);
    return { schema: describedSchema(schema, names), ...example };
  };
  return Object.fromEntries(
    runtime.produces.map((name) => {
      const version = versions.find((each) => each.runtime.mediaType === name);
      return [name, mediaType(version?.runtime.version === 1 ? result : (version?.schema ?? result), name)];
    }),
  );
}

function notModified(plan: OperationPlan): JsonSchema {
  const tag = plan.responseHeaders?.filter((name) => name === 'ETag') ?? [];
  return {
    description: 'The client has this version already',
    headers: headerReferences([...commonHeaders(plan), ...tag]),
  };
}

/** Successes and redirections that the descriptor declares beside the one that the function has by itself. */
function otherResponses(plan: OperationPlan, { names }: ResponseContext): Record<string, JsonSchema> {
  const { errorResponses, runtime } = plan;
  const others = errorResponses.filter(({ code }) => code < 400 && code !== runtime.successStatus);
  return Object.fromEntries(
    others.map(({ code, responseModel = '', schema, examples }) => {
      const response = responseObject(plan, code, STATUS_CODES[code] ?? 'A response');
      if (!schema) {
        const ofModel = { 'application/json': { schema: componentReference(names.schemaOf(responseModel)) } };
        return [code, { ...response, ...(names.models.has(responseModel) ? { content: ofModel } : {}) }];
      }
      const example = exampleWords(schema, examples, { models: names.models, isSent: false });
      const media = { schema: describedSchema(schema, names), ...example };
      const content = Object.fromEntries(runtime.produces.map((name) => [name, media]));
      return [code, { ...response, ...omitEmpty({ content }) }];
    }),
  );
}
