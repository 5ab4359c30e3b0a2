/** Responses of an operation: its success in each version, 304, and problems. */

import { STATUS_CODES } from 'node:http';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { isRead } from '../../plan/operations.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { exampleWords } from './examples.ts';
import { linkObjects } from './links.ts';
import { type ProblemContext, problemResponses } from './problem-responses.ts';
import { commonHeaders, headerReferences } from './response-headers.ts';
import { describedSchema, referenceTo } from './schemas.ts';

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
  const headers = headerReferences([...commonHeaders(plan), ...(plan.responseHeaders ?? [])]);
  const links = linkObjects(plan, context.resource);
  const content = plan.method === 'HEAD' || plan.result.kind === 'void' ? {} : resultContent(plan, context);
  return {
    description: reasonOf(plan, successStatus) ?? resultText(plan, context),
    headers,
    ...omitEmpty({ content, links }),
  };
}

/** The description of the result's model, else the meaning of the status. */
function resultText({ result, runtime }: OperationPlan, { modelsById }: ResponseContext): string {
  const described = result.kind === 'model' ? modelsById.get(result.id)?.description : undefined;
  return described ?? STATUS_CODES[runtime.successStatus] ?? 'A success';
}

/** By media type. A version has its own type; those without are of version 1. */
function resultContent(
  { runtime, result, resultExamples, versions = [] }: OperationPlan,
  context: ResponseContext,
): JsonSchema {
  const { names, modelsById } = context;
  const shown = new Set<TypePlan>();
  const mediaType = (type: TypePlan, name: string) => {
    // In 3.1, bytes have no schema (section 4.7.14.1).
    if (type.kind === 'file') return name.startsWith('text/') ? { schema: { type: 'string' } } : {};
    const declared = type === result ? resultExamples : undefined;
    const example = shown.has(type) ? {} : exampleWords(type, declared, { modelsById, isSent: false });
    shown.add(type);
    return { schema: describedSchema(type, names), ...example };
  };
  return Object.fromEntries(
    runtime.produces.map((name) => {
      const version = versions.find((each) => each.runtime.mediaType === name);
      return [name, mediaType(version?.runtime.version === 1 ? result : (version?.type ?? result), name)];
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
function otherResponses(
  plan: OperationPlan,
  { names, modelsById }: ResponseContext,
): Record<string, JsonSchema> {
  const { errorResponses, runtime } = plan;
  const others = errorResponses.filter(({ code }) => code < 400 && code !== runtime.successStatus);
  return Object.fromEntries(
    others.map(({ code, responseModel = '', type, examples }) => {
      const ofModel = { 'application/json': { schema: referenceTo(names.schemaOf(responseModel)) } };
      const response = {
        description: reasonOf(plan, code) ?? STATUS_CODES[code] ?? 'A response',
        headers: headerReferences(commonHeaders(plan)),
        ...(modelsById.has(responseModel) ? { content: ofModel } : {}),
      };
      if (!type || type.kind === 'void') return [code, response];
      const example = exampleWords(type, examples, { modelsById, isSent: false });
      const content = { schema: describedSchema(type, names), ...example };
      const own = Object.fromEntries(runtime.produces.map((name) => [name, content]));
      return [code, { ...response, ...omitEmpty({ content: own }) }];
    }),
  );
}

function reasonOf({ errorResponses }: OperationPlan, status: number): string | undefined {
  const reasons = errorResponses.filter(({ code }) => code === status).map(({ reason }) => reason);
  return reasons.filter((reason) => reason !== '').join('; ') || undefined;
}
