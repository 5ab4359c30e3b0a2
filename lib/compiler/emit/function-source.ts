/** The wiring of one function: names its steps in order, and holds its plan as data. */

import type { FunctionPlan } from '../../plan/function-plan.ts';
import { castsToJson, type OperationPlan, type RuntimeOperation } from '../../plan/operation-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { handlerPath, servedPath, typesPath, validatorPath } from './generated-files.ts';
import { type Code, code, identifier, indent, joinCode, lineComment, literal } from './source-text.ts';

const notice = code`// Written by \`npm run build\`; what is changed here is lost at the next one.`;

interface Wiring {
  readonly headline: string;
  /** Written into the function as it is. */
  readonly runtime: RuntimeOperation;
  /** Imports of `handle`, and what declares it when it is made here. */
  readonly handle: Code;
  readonly validator?: Code;
  /** Whatever the status of the answer, there is nothing in it. */
  readonly isVoid?: boolean;
  readonly settings: EmitSettings;
}

/** @example functionSource(plan, settings) // "// GET /v1/source, from descriptors/source.json …" */
export function functionSource(plan: OperationPlan, settings: EmitSettings): string {
  const { runtime } = plan;
  const handle = code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`;
  const headline = `${plan.method} ${plan.routePath}, from descriptors/${plan.resource}.json`;
  const isVoid = plan.result.kind === 'void';
  if (!settings.validation) return wire({ headline, runtime, handle, isVoid, settings });
  const validator = code`import { validate } from ${`#generated/${validatorPath(plan)}`};`;
  return wire({ headline, runtime, handle, validator, isVoid, settings });
}

/** The function that serves the descriptors themselves. */
export function apiDocsSource(plan: FunctionPlan<'descriptors'>, settings: EmitSettings): string {
  const imports = plan.declarations.map(
    ({ resource }, index) =>
      code`import ${identifier(`declaration${index}`)} from ${`#generated/${servedPath(resource)}`} with { type: 'json' };`,
  );
  const declarations = plan.declarations.map(
    ({ resource, basePath }, index) =>
      code`[${resource}, { document: ${identifier(`declaration${index}`)}, basePath: ${basePath} }],`,
  );
  const handle = code`import { type Handle, type ServedDocument, serveApiDocs } from '#lib/http/handlers/api-docs.ts';
import listing from ${`#generated/${servedPath('api-docs')}`} with { type: 'json' };
${joinCode(imports)}

const handle = serveApiDocs({ document: listing, basePath: ${plan.basePath} }, new Map<string, ServedDocument>([
${indent(joinCode(declarations))}
]));`;
  const headline = 'The descriptors: GET /api-docs.json and /api-docs.json/{resource}';
  return wire({ headline, runtime: plan.runtime, handle, settings });
}

/** The function of the gateway's `$default` route. */
export function defaultRouteSource(plan: FunctionPlan<'default-route'>, settings: EmitSettings): string {
  const handle = code`import { answerUnrouted, type Handle } from '#lib/http/handlers/default-route.ts';

const handle = answerUnrouted(${literal(plan.routeTable)});`;
  const headline = 'What no route fits: unknown paths, other methods, OPTIONS';
  return wire({ headline, runtime: plan.runtime, handle, isVoid: true, settings });
}

function wire(wiring: Wiring): string {
  const { headline, runtime, handle } = wiring;
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

const operation = ${literal(runtime)} as const satisfies RuntimeOperation;

export const handler = middy(callHandler(handle satisfies Handle), middyOptions)
${indent(joinCode(steps.map(({ use }) => code`.use(${use})`)))};
`;
  return source.text;
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
function stepsOf({ runtime, validator, isVoid = false, settings }: Wiring): Step[] {
  const respond = isVoid ? 'respondEmpty' : 'respond';
  return [
    { use: code`completeAnswer(operation)`, names: ['completeAnswer'] },
    formatErrorsStep(settings),
    ...(runtime.produces.length > 0 ? [negotiateStep] : []),
    ...bodySteps(runtime),
    ...(validator ? [castStep(runtime), checkStep(validator)] : [rawStep]),
    ...(runtime.requiresPrecondition ? [preconditionStep] : []),
    ...(runtime.isIdempotent ? [idempotencyStep] : []),
    { use: code`${identifier(respond)}(operation)`, names: [respond] },
  ];
}

function formatErrorsStep({ errorFormatter }: EmitSettings): Step {
  const names = ['formatErrors'];
  if (errorFormatter === undefined) return { use: code`formatErrors(operation)`, names };
  const own = [code`import { formatError } from ${`#${errorFormatter}`};`];
  return { use: code`formatErrors(operation, formatError)`, names, own };
}

const negotiateStep: Step = { use: code`negotiate(operation)`, names: ['negotiate'] };
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

function castStep({ parameters, body }: RuntimeOperation): Step {
  const names = ['castInput'];
  if (![...parameters, ...(body?.fields ?? [])].some(castsToJson))
    return { use: code`castInput(operation)`, names };
  const own = [code`import { readJsonObject } from '#lib/http/request/read-json-object.ts';`];
  return { use: code`castInput(operation, readJsonObject)`, names, own };
}

function checkStep(validator: Code): Step {
  return {
    use: code`checkRequest(operation, validator({ eventSchema: validate }))`,
    names: ['checkRequest'],
    middleware: [code`import validator from '@middy/validator';`, validator],
  };
}

function bodySteps({ body }: RuntimeOperation): Step[] {
  if (!body) return [];
  if (!body.fields) {
    const middleware = [code`import httpJsonBodyParser from '@middy/http-json-body-parser';`];
    return [{ use: code`parseBody(operation, httpJsonBodyParser())`, names: ['parseBody'], middleware }];
  }
  const names = ['parseForm'];
  if (!body.mediaTypes.includes('multipart/form-data')) return [{ use: code`parseForm(operation)`, names }];
  const own = [code`import { readMultipart } from '#lib/http/request/read-multipart.ts';`];
  return [{ use: code`parseForm(operation, readMultipart)`, names, own }];
}
