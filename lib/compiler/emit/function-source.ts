/** The wiring of one function: names its steps in order, and holds its plan as data. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type {
  BodyPlan,
  InputParameter,
  OperationLinks,
  OperationPlan,
  RuntimeBody,
  RuntimeOperation,
} from '../../plan/operation-plan.ts';
import type { ServicePlan } from '../../plan/service-plan.ts';
import type { BuildSettings } from '../../project/build-settings.ts';
import { apiDocsOperation } from '../plan/api-docs.ts';
import { defaultRouteOperation, routeTable } from '../plan/default-route.ts';
import { handlerPath, servedPath, typesPath, validatorPath } from './generated-files.ts';
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

/** @example functionSource(plan, { settings }) // "// GET /v1/source, from descriptors/source.json …" */
export function functionSource(
  plan: OperationPlan,
  { links, settings }: { readonly links: OperationLinks | undefined; readonly settings: BuildSettings },
): string {
  const handle = code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`;
  const headline = `${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`;
  const operation = runtimeOperation({ ...plan, ...omitUndefined({ links }) });
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
  const handle = code`import { type Handle, type ServedDocument, serveApiDocs } from '#lib/http/handlers/api-docs.ts';
import listing from ${`#generated/${servedPath('api-docs')}`} with { type: 'json' };
${joinCode(imports)}

const handle = serveApiDocs({ document: listing, basePath: ${service.basePath} }, new Map<string, ServedDocument>([
${indent(joinCode(declarations))}
]));`;
  const headline = 'The descriptors: GET /api-docs.json and /api-docs.json/{resource}';
  return wire({ headline, operation: apiDocsOperation, handle, settings });
}

/** The function of the gateway's `$default` route. */
export function defaultRouteSource(service: ServicePlan, settings: BuildSettings): string {
  const handle = code`import { answerUnrouted, type Handle } from '#lib/http/handlers/default-route.ts';

const handle = answerUnrouted(${literal(routeTable(service))});`;
  const headline = 'What no route fits: unknown paths, other methods, OPTIONS';
  return wire({ headline, operation: defaultRouteOperation, handle, isVoid: true, settings });
}

function wire(wiring: Wiring): string {
  const { headline, handle, settings } = wiring;
  const operation = { ...wiring.operation, ...omitUndefined({ variesByOrigin: variesByOrigin(settings) }) };
  const steps = stepsOf(wiring);
  const names = [...steps.flatMap((step) => step.names), 'callHandler', 'middyOptions'].toSorted();
  const imports = [
    code`import middy from '@middy/core';`,
    ...steps.flatMap(({ middleware = [] }) => middleware),
    code`import type { RuntimeOperation } from '#lib/plan/operation-plan.ts';`,
    code`import {
${indent(joinCode(names.map((name) => code`${identifier(name)},`)))}
} from '#lib/http/steps/middleware.ts';`,
    ...steps.flatMap(({ own = [] }) => own),
    handle,
  ];
  const source = code`${lineComment(headline)}
${notice}

${joinCode(imports)}

const operation = ${literal(operation)} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
${indent(joinCode(steps.map(({ use }) => code`.use(${use})`)))};
`;
  return source.text;
}

/** The gateway names the origin of the request, unless there is one answer for all. */
function variesByOrigin({ cors }: BuildSettings): true | undefined {
  return cors?.origins.some((origin) => origin !== '*') || undefined;
}

interface Step {
  readonly use: Code;
  /** What it takes from middleware.ts. */
  readonly names: readonly string[];
  /** Imports of packages, and of modules of the project. */
  readonly middleware?: readonly Code[];
  readonly own?: readonly Code[];
}

/** In the order in which they run. */
function stepsOf({ operation, validator, isVoid = false, settings }: Wiring): Step[] {
  const respond = isVoid ? 'respondEmpty' : 'respond';
  return [
    { use: code`completeAnswer(operation)`, names: ['completeAnswer'] },
    formatErrorsStep(settings),
    ...(operation.produces.length > 0 ? [negotiateStep] : []),
    ...bodySteps(operation),
    ...(validator ? [castStep, checkStep(validator)] : [rawStep]),
    ...(operation.requiresPrecondition ? [preconditionStep] : []),
    ...(operation.isIdempotent ? [idempotencyStep] : []),
    { use: code`${identifier(respond)}(operation)`, names: [respond] },
  ];
}

function formatErrorsStep({ errorFormatter }: BuildSettings): Step {
  const names = ['formatErrors'];
  if (errorFormatter === undefined) return { use: code`formatErrors(operation)`, names };
  const own = [code`import { formatError } from ${`#${errorFormatter}`};`];
  return { use: code`formatErrors(operation, formatError)`, names, own };
}

const negotiateStep: Step = { use: code`negotiate(operation)`, names: ['negotiate'] };
const castStep: Step = { use: code`castInput(operation)`, names: ['castInput'] };
const rawStep: Step = { use: code`rawInput(operation)`, names: ['rawInput'] };
const preconditionStep: Step = { use: code`requirePrecondition()`, names: ['requirePrecondition'] };

const idempotencyStep: Step = {
  use: code`idempotency(operation, idempotencyStore)`,
  names: [],
  own: [
    code`import { idempotencyStore } from '#lib/store/idempotency/container-store.ts';`,
    code`import { idempotency } from '#lib/http/steps/idempotency.ts';`,
  ],
};

function checkStep(validator: Code): Step {
  return {
    use: code`checkRequest(operation, validator({ eventSchema: validate }))`,
    names: ['checkRequest'],
    middleware: [code`import validator from '@middy/validator';`, validator],
  };
}

function bodySteps(operation: RuntimeOperation): Step[] {
  if (!operation.body) return [];
  if (!operation.body.fields) {
    const middleware = [code`import httpJsonBodyParser from '@middy/http-json-body-parser';`];
    return [{ use: code`parseBody(operation, httpJsonBodyParser())`, names: ['parseBody'], middleware }];
  }
  const names = ['parseForm'];
  if (!takesMultipart(operation)) return [{ use: code`parseForm(operation)`, names }];
  const own = [code`import { readMultipart } from '#lib/http/request/read-multipart.ts';`];
  return [{ use: code`parseForm(operation, readMultipart)`, names, own }];
}

function takesMultipart({ body }: RuntimeOperation): boolean {
  return body?.fields !== undefined && body.mediaTypes.includes('multipart/form-data');
}

function runtimeOperation(plan: OperationPlan): RuntimeOperation {
  const { id, successStatus, requiresPrecondition, isIdempotent, cacheControl, fixedHeaders, links } = plan;
  const { produces, versions, parameters, body } = plan;
  return {
    id,
    successStatus,
    ...omitUndefined({ requiresPrecondition, isIdempotent, cacheControl, fixedHeaders, links }),
    produces,
    ...omitUndefined({ versions: versions?.map(({ version, mediaType }) => ({ version, mediaType })) }),
    parameters: parameters.map(runtimeParameter),
    ...omitUndefined({ body: body && runtimeBody(body) }),
  };
}

function runtimeBody({ required, maxBytes, mediaTypes, fields }: BodyPlan): RuntimeBody {
  const runtimeFields = fields?.map((field) => ({
    ...runtimeParameter(field),
    ...omitUndefined({ isFile: field.isFile }),
  }));
  return { required, maxBytes, mediaTypes, ...omitUndefined({ fields: runtimeFields }) };
}

function runtimeParameter(parameter: InputParameter): InputParameter {
  const { name, place, gatewayName, cast, required, isList, defaultValue } = parameter;
  return {
    name,
    place,
    ...omitUndefined({ gatewayName }),
    cast,
    required,
    isList,
    ...omitUndefined({ defaultValue }),
  };
}
