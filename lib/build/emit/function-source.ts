/** The wiring of one function: names its steps in order, and holds its plan as data. */

import type {
  BodyPlan,
  InputParameter,
  OperationPlan,
  RuntimeBody,
  RuntimeOperation,
} from '../../plan/operation-plan.ts';
import type { ServicePlan } from '../../plan/service-plan.ts';
import type { BuildSettings } from '../build-settings.ts';
import { given } from '../given.ts';
import { apiDocsOperation } from './api-docs.ts';
import { handlerPath, servedPath, typesPath, validatorPath } from './emitted.ts';
import { type Code, code, identifier, indent, joinCode, lineComment, literal } from './source-text.ts';

const notice = code`// Written by \`npm run build\`; what is changed here is lost at the next one.`;

interface Wiring {
  readonly headline: string;
  readonly operation: RuntimeOperation;
  /** Imports of `handle`, and what declares it when it is made here. */
  readonly handle: Code;
  readonly validator?: Code;
  /** Whatever the status of the answer, there is nothing in it. */
  readonly isVoid?: boolean;
  readonly settings: BuildSettings;
}

/** @example functionSource(plan, settings) // "// GET /v1/source, from descriptors/source.json …" */
export function functionSource(plan: OperationPlan, settings: BuildSettings): string {
  const handle = code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`;
  const headline = `${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`;
  const operation = runtimeOperation(plan);
  const isVoid = plan.result.kind === 'void';
  if (!settings.validation) return wire({ headline, operation, handle, isVoid, settings });
  const validator = code`import { validate } from ${`#generated/${validatorPath(plan)}`};`;
  return wire({ headline, operation, handle, validator, isVoid, settings });
}

/** The function that serves the descriptors themselves. */
export function apiDocsSource(service: ServicePlan, settings: BuildSettings): string {
  const imports = service.resources.map(
    ({ name }, index) =>
      code`import ${identifier(`declaration${index}`)} from ${`#generated/${servedPath(name)}`} with { type: 'json' };`,
  );
  const declarations = service.resources.map(
    ({ name, basePath }, index) =>
      code`[${name}, { document: ${identifier(`declaration${index}`)}, basePath: ${basePath} }],`,
  );
  const handle = code`import { type Handle, type ServedDocument, serveApiDocs } from '#lib/runtime/api-docs.ts';
import listing from ${`#generated/${servedPath('api-docs')}`} with { type: 'json' };
${joinCode(imports)}

const handle = serveApiDocs({ document: listing, basePath: ${service.basePath} }, new Map<string, ServedDocument>([
${indent(joinCode(declarations))}
]));`;
  const headline = 'The descriptors: GET /api-docs.json and /api-docs.json/{resource}';
  return wire({ headline, operation: apiDocsOperation, handle, settings });
}

function wire({ headline, operation, handle, validator, isVoid = false, settings }: Wiring): string {
  const respond = isVoid ? 'respondEmpty' : 'respond';
  const parsesJson = operation.body !== undefined && !operation.body.fields;
  const steps = [
    settings.errorFormatter ? code`formatErrors(operation, formatError)` : code`formatErrors(operation)`,
    code`negotiate(operation, httpContentNegotiation(negotiationOptions(operation)))`,
    ...(parsesJson ? [code`parseBody(operation, httpJsonBodyParser())`] : []),
    ...(operation.body?.fields ? [parseFormStep(operation)] : []),
    ...(validator
      ? [code`castInput(operation)`, code`checkRequest(operation, validator({ eventSchema: validate }))`]
      : [code`rawInput(operation)`]),
    ...(operation.requiresPrecondition ? [code`requirePrecondition()`] : []),
    code`${identifier(respond)}(operation)`,
  ];
  const stepNames = [
    'callHandler',
    'formatErrors',
    'middyOptions',
    'negotiate',
    'negotiationOptions',
    ...(operation.requiresPrecondition ? ['requirePrecondition'] : []),
    respond,
    ...(parsesJson ? ['parseBody'] : []),
    ...(operation.body?.fields ? ['parseForm'] : []),
    ...(validator ? ['castInput', 'checkRequest'] : ['rawInput']),
  ].toSorted();
  const imports = [
    code`import middy from '@middy/core';`,
    code`import httpContentNegotiation from '@middy/http-content-negotiation';`,
    ...(parsesJson ? [code`import httpJsonBodyParser from '@middy/http-json-body-parser';`] : []),
    ...(validator ? [code`import validator from '@middy/validator';`, validator] : []),
    code`import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';`,
    code`import {
${indent(joinCode(stepNames.map((name) => code`${identifier(name)},`)))}
} from '#lib/runtime/middleware.ts';`,
    ...(takesMultipart(operation)
      ? [code`import { readMultipart } from '#lib/runtime/read-multipart.ts';`]
      : []),
    ...(settings.errorFormatter ? [code`import { formatError } from ${`#${settings.errorFormatter}`};`] : []),
    handle,
  ];
  const source = code`${lineComment(headline)}
${notice}

${joinCode(imports)}

const operation = ${literal(operation)} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
${indent(joinCode(steps.map((step) => code`.use(${step})`)))};
`;
  return source.text;
}

function parseFormStep(operation: RuntimeOperation): Code {
  return takesMultipart(operation) ? code`parseForm(operation, readMultipart)` : code`parseForm(operation)`;
}

function takesMultipart({ body }: RuntimeOperation): boolean {
  return body?.fields !== undefined && body.mediaTypes.includes('multipart/form-data');
}

function runtimeOperation(plan: OperationPlan): RuntimeOperation {
  const { id, successStatus, requiresPrecondition, cacheControl, produces, parameters, body } = plan;
  return {
    id,
    successStatus,
    ...given({ requiresPrecondition, cacheControl }),
    produces,
    parameters: parameters.map(runtimeParameter),
    ...given({ body: body && runtimeBody(body) }),
  };
}

function runtimeBody({ required, maxBytes, mediaTypes, fields }: BodyPlan): RuntimeBody {
  const runtimeFields = fields?.map((field) => ({
    ...runtimeParameter(field),
    ...given({ isFile: field.isFile }),
  }));
  return { required, maxBytes, mediaTypes, ...given({ fields: runtimeFields }) };
}

function runtimeParameter(parameter: InputParameter): InputParameter {
  const { name, place, gatewayName, cast, required, isList, defaultValue } = parameter;
  return { name, place, ...given({ gatewayName }), cast, required, isList, ...given({ defaultValue }) };
}
