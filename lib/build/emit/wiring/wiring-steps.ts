/** Which steps a function has: each with its line in the chain and the imports that the line needs. */

import {
  type AccessAlternative,
  type CastType,
  castTypes,
  type InputParameter,
  type RuntimeBody,
  type RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import { authenticatorId } from './generated-files.ts';
import { code, identifier } from './source-text.ts';
import {
  type Argument,
  checksOf,
  compiled,
  imported,
  importStep,
  record,
  type StepCode,
  step,
  type Validator,
} from './step-code.ts';

interface StepOptions {
  /** Absent in a function without validation. */
  readonly validator?: Validator;
  /** What the handler returns: nothing, a text or bytes, or a value of JSON. */
  readonly result: 'void' | 'file' | 'json';
  /** The requests match no route. */
  readonly isUnrouted?: true;
  /** Path of the project's own error formatter, below the project. */
  readonly errorFormatter?: string;
}

/** In the order in which they run. */
export function stepsOf(
  runtime: RuntimeOperation,
  { validator, result, errorFormatter, isUnrouted }: StepOptions,
): StepCode[] {
  return [
    step('finalizeResponse', 'finalize-response'),
    formatErrors(errorFormatter),
    step('receiveEvent', 'receive-event'),
    ...(runtime.produces.length > 0 ? [step('negotiate', 'negotiate')] : []),
    ...(runtime.access ? [authorize(runtime.access, isUnrouted)] : []),
    ...bodySteps(runtime),
    ...(validator === undefined ? rawSteps(runtime) : castSteps(runtime, validator)),
    ...(runtime.requiresPrecondition ? [requirePrecondition] : []),
    ...(runtime.isIdempotent ? [idempotency] : []),
    responders[result](runtime),
    ...(runtime.hidden ? [step('omitWriteOnly', 'omit-write-only')] : []),
  ];
}

const responders: Readonly<Record<StepOptions['result'], (runtime: RuntimeOperation) => StepCode>> = {
  void: () => step('respondEmpty', 'respond'),
  file: () => step('respondContent', 'respond'),
  json: (runtime) => step('respond', 'respond', lossless('writeJson', runtime)),
};

/** The steps of a function that serves files, which have media types of their own and store nothing. */
export function fileSteps({ errorFormatter }: Pick<StepOptions, 'errorFormatter'>): StepCode[] {
  return [
    step('finalizeResponse', 'finalize-response'),
    formatErrors(errorFormatter),
    step('receiveEvent', 'receive-event'),
    emptyInput,
    { use: code`respondFile()`, imports: [importStep('respondFile', 'respond')] },
  ];
}

function formatErrors(errorFormatter: string | undefined): StepCode {
  const own = errorFormatter === undefined ? [] : [imported('formatError', `#${errorFormatter}`)];
  return step('formatErrors', 'format-errors', own);
}

/** With what checks the credentials of its schemes, and no others. */
function authorize(access: readonly AccessAlternative[], isUnrouted: true | undefined): StepCode {
  const isElsewhere = access.flat().some(({ scheme, place }) => scheme === 'basic' || place !== undefined);
  const places = isElsewhere
    ? [imported('credentialPlaces', '#lib/run/http/steps/credential-places.ts')]
    : [];
  if (isUnrouted) {
    // Relative to the bundle; the archive has the same folders.
    const module = code`new URL(${`../${authenticatorId}/index.mjs`}, import.meta.url)`;
    return step('authorizeUnrouted', 'authorize', [
      { value: code`routes, ${module}`, imports: [] },
      ...places,
    ]);
  }
  const name = authenticatorFor(access);
  const made = {
    value: code`${identifier(name)}()`,
    imports: [{ name, from: '#lib/run/access/authenticators.ts' }],
  };
  return step('authorize', 'authorize', [made, ...places]);
}

/** What lib/run/access/authenticators.ts exports for these schemes. */
export function authenticatorFor(access: readonly AccessAlternative[]): string {
  const schemes = access.flat().map(({ scheme }) => scheme);
  if (!schemes.includes('bearer')) return 'keyAuthenticator';
  return schemes.every((scheme) => scheme === 'bearer') ? 'tokenAuthenticator' : 'tokenOrKeyAuthenticator';
}

const requirePrecondition: StepCode = {
  use: code`requirePrecondition()`,
  imports: [importStep('requirePrecondition', 'require-precondition')],
};

const idempotency = step('idempotency', 'idempotency', [
  imported('idempotencyStore', '#lib/data/store/idempotency/container-store.ts'),
]);

const jsonBodyParser: Argument = {
  // The step itself checks the media type.
  value: code`httpJsonBodyParser({ disableContentTypeCheck: true })`,
  imports: [{ name: 'httpJsonBodyParser', from: '@middy/http-json-body-parser', isDefault: true }],
};

/** Where integers keep their digits. */
function lossless(name: 'parseExactly' | 'writeJson', { exactIntegers }: RuntimeOperation): Argument[] {
  return exactIntegers ? [imported(name, '#lib/shared/json/lossless-json.ts')] : [];
}

function bodySteps(runtime: RuntimeOperation): StepCode[] {
  const { body } = runtime;
  if (!body) return [];
  if (isContent(body)) return [step('parseContent', 'parse-content')];
  if (body.fields) return [step('parseForm', 'parse-form', [formReaders(body)])];
  const unpack = body.acceptsGzip ? [step('unpackBody', 'parse-body')] : [];
  const parseJson = step('parseJsonBody', 'parse-body', [
    jsonBodyParser,
    ...lossless('parseExactly', runtime),
  ]);
  if (!body.textTypes) return [...unpack, parseJson];
  return [...unpack, step('parseBody', 'parse-body', [{ value: parseJson.use, imports: parseJson.imports }])];
}

/** Whether the handler itself reads every body. */
function isContent({ mediaTypes, textTypes = [] }: RuntimeBody): boolean {
  return !textTypes.includes('application/json') && mediaTypes.every((each) => textTypes.includes(each));
}

const readers: Readonly<Record<string, Argument>> = {
  'application/x-www-form-urlencoded': imported('readUrlencoded', '#lib/run/http/request/form.ts'),
  'multipart/form-data': imported('readMultipart', '#lib/run/http/request/read-multipart.ts'),
};

function formReaders({ mediaTypes }: RuntimeBody): Argument {
  return record(
    mediaTypes.flatMap((mediaType) => {
      const reader = readers[mediaType];
      return reader ? [[mediaType, reader] as const] : [];
    }),
  );
}

function castSteps({ parameters, body }: RuntimeOperation, validator: Validator): StepCode[] {
  const checks = validator.ignoresUnknownQuery ? [] : [queryCheck(parameters)];
  return [
    step('castInput', 'cast-input', [castersFor(parameters), ...checks]),
    ...(body?.fields ? [step('castForm', 'cast-form', [castersFor(body.fields)])] : []),
    ...(body?.hasReadOnly ? [takeReadOnly(compiled(validator))] : []),
    step('checkRequest', 'check-request', checksOf(validator)),
  ];
}

function queryCheck(parameters: readonly InputParameter[]): Argument {
  const hasQuery = parameters.some(({ place }) => place === 'query');
  const name = hasQuery ? 'unknownQueryIssues' : 'emptyQueryIssues';
  return imported(name, '#lib/run/http/request/query-string.ts');
}

/** A caster for each type of the parameters, for lists and for unions, and no other: a function contains only what it uses. */
function castersFor(parameters: readonly InputParameter[]): Argument {
  const types = new Set(parameters.flatMap(({ cast }) => cast));
  const used = castTypes.flatMap((type) =>
    type !== 'text' && types.has(type) ? [[type, casters[type]] as const] : [],
  );
  const hasList = parameters.some(({ isList }) => isList);
  const hasUnion = parameters.some(({ cast }) => typeof cast !== 'string');
  return record([
    ...used,
    ...(hasList ? [['list', caster('castList', 'cast')] as const] : []),
    ...(hasUnion ? [['union', caster('castUnion', 'cast')] as const] : []),
  ]);
}

const casters: Readonly<Record<Exclude<CastType, 'text'>, Argument>> = {
  boolean: caster('booleanCaster'),
  int32: caster('int32Caster'),
  int64: caster('int64Caster'),
  float: caster('floatCaster'),
  double: caster('doubleCaster'),
  date: caster('dateCaster'),
  'date-time': caster('dateTimeCaster'),
  json: caster('jsonCaster'),
  byte: caster('byteCaster'),
};

function caster(name: string, file = 'casters'): Argument {
  return imported(name, `#lib/run/http/request/${file}.ts`);
}

function takeReadOnly({ value, imports }: Argument): StepCode {
  return {
    use: code`takeReadOnly(${value})`,
    imports: [...imports, importStep('takeReadOnly', 'check-request')],
  };
}

const emptyInput: StepCode = { use: code`emptyInput()`, imports: [importStep('emptyInput', 'cast-input')] };

function rawSteps({ parameters, body }: RuntimeOperation): StepCode[] {
  return [
    parameters.length > 0 ? step('rawInput', 'cast-input') : emptyInput,
    ...(body?.fields ? [step('rawForm', 'cast-form')] : []),
  ];
}
