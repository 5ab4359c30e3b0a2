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
  const { successStatus } = plan.runtime;
  const headers = successHeaders(plan, successStatus);
  const links = linkObjects(plan, context.resource);
  const content = plan.method === 'HEAD' || !plan.result ? {} : resultContent(plan, plan.result, context);
  return {
    description: reasonOf(plan, successStatus) ?? resultText(plan, context),
    headers,
    ...omitEmpty({ content, links }),
  };
}

/** A redirect leads elsewhere (RFC 9110 section 15.4). */
function successHeaders(plan: OperationPlan, status: number): JsonSchema {
  const leading = status >= 300 ? ['Location'] : [];
  return headerReferences([...commonHeaders(plan), ...leading, ...(plan.responseHeaders ?? [])]);
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
      const ofModel = { 'application/json': { schema: componentReference(names.schemaOf(responseModel)) } };
      const response = {
        description: reasonOf(plan, code) ?? STATUS_CODES[code] ?? 'A response',
        headers: successHeaders(plan, code),
        ...(names.models.has(responseModel) ? { content: ofModel } : {}),
      };
      if (!schema) return [code, response];
      const example = exampleWords(schema, examples, { models: names.models, isSent: false });
      const content = { schema: describedSchema(schema, names), ...example };
      const own = Object.fromEntries(runtime.produces.map((name) => [name, content]));
      return [code, { ...response, ...omitEmpty({ content: own }) }];
    }),
  );
}

function reasonOf({ errorResponses }: OperationPlan, status: number): string | undefined {
  const reasons = errorResponses.filter(({ code }) => code === status).map(({ reason }) => reason);
  return reasons.filter((reason) => reason !== '').join('; ') || undefined;
}
