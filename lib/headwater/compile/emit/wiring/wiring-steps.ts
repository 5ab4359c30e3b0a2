/** Which steps a function has: each with its line in the chain and the imports that the line needs. */

import {
  type AccessAlternative,
  type CastType,
  castTypes,
  type InputParameter,
  type RuntimeBody,
  type RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import type { EmitSettings } from '../openapi/emit-settings.ts';
import { authenticatorId, claimsValidatorPath } from './generated-files.ts';
import { type Code, code, identifier, imported, joinCode, memberName } from './source-text.ts';

interface StepOptions extends Pick<EmitSettings, 'errorFormatter' | 'ignoreUnknownQuery'> {
  /** Path of the compiled validator, below the generated files. Absent in a function without validation. */
  readonly validator?: string;
  /** What the handler returns: nothing, a text or bytes, a value of JSON, or a file of the service with its own media type. */
  readonly result: 'void' | 'file' | 'json' | 'page';
  /** Whether the listing declares claims of callers: the plan of the function then has the constant `claims`. */
  readonly hasClaims?: boolean;
  /** The requests match no route. */
  readonly isUnrouted?: true;
}

/** In the order in which they run. */
export function stepsOf(runtime: RuntimeOperation, options: StepOptions): Code[] {
  const { validator, result, errorFormatter, hasClaims, isUnrouted, ignoreUnknownQuery = false } = options;
  const own = errorFormatter === undefined ? [] : [imported('formatError', `#${errorFormatter}`)];
  return [
    step('finalizeResponse', 'finalize-response'),
    step('formatErrors', 'format-errors', own),
    step('receiveEvent', 'receive-event'),
    ...(runtime.produces.length > 0 ? [step('negotiate', 'negotiate')] : []),
    ...(runtime.access ? [authorize(runtime.access, isUnrouted)] : []),
    ...(runtime.access && hasClaims ? [checkClaims] : []),
    ...bodySteps(runtime),
    ...(validator === undefined ? rawSteps(runtime) : castSteps(runtime, validator, ignoreUnknownQuery)),
    ...(runtime.parameters.some(({ filter }) => filter) ? [step('readFilters', 'read-filters')] : []),
    ...(runtime.requiresPrecondition ? [requirePrecondition] : []),
    ...(runtime.isIdempotent ? [idempotency] : []),
    responders[result](runtime),
    ...(runtime.hidden ? [step('omitWriteOnly', 'omit-write-only')] : []),
  ];
}

const responders: Readonly<Record<StepOptions['result'], (runtime: RuntimeOperation) => Code>> = {
  void: () => step('respondEmpty', 'respond'),
  file: () => step('respondContent', 'respond'),
  json: (runtime) => step('respond', 'respond', runtime.exactIntegers ? [writeJson] : []),
  page: () => code`${importStep('respondFile', 'respond')}()`,
};

/** With what checks the credentials of its schemes, and no others. */
function authorize(access: readonly AccessAlternative[], isUnrouted: true | undefined): Code {
  const isElsewhere = access.flat().some(({ scheme, place }) => scheme === 'basic' || place !== undefined);
  const places = isElsewhere
    ? [imported('credentialPlaces', 'headwater/internal/steps/credential-places')]
    : [];
  if (isUnrouted) {
    // Relative to the bundle; the archive has the same folders.
    const module = code`new URL(${`../${authenticatorId}/index.mjs`}, import.meta.url)`;
    return step('authorizeUnrouted', 'authorize', [identifier('routes'), module, ...places]);
  }
  const authenticator = imported(authenticatorFor(access), 'headwater/internal/access/authenticators');
  return step('authorize', 'authorize', [code`${authenticator}()`, ...places]);
}

const checkClaims = step(
  'checkClaims',
  'check-claims',
  [imported('validateClaims', `#generated/${claimsValidatorPath}`)],
  'claims',
);

/** What lib/headwater/run/access/authenticators.ts exports for these schemes. */
export function authenticatorFor(access: readonly AccessAlternative[]): string {
  const schemes = access.flat().map(({ scheme }) => scheme);
  if (!schemes.includes('bearer')) return 'keyAuthenticator';
  return schemes.every((scheme) => scheme === 'bearer') ? 'tokenAuthenticator' : 'tokenOrKeyAuthenticator';
}

const requirePrecondition = code`${importStep('requirePrecondition', 'require-precondition')}()`;

const idempotency = step('idempotency', 'idempotency', [
  imported('idempotencyStore', 'headwater/internal/idempotency/container-store'),
]);

// The step itself checks the media type.
const jsonBodyParser = code`${imported('httpJsonBodyParser', 'headwater/internal/middy/json-body-parser')}({ disableContentTypeCheck: true })`;

// Where integers keep their digits.
const parseWithDecimals = imported('parseWithDecimals', 'headwater/internal/json/decimals');
const writeJson = imported('writeJson', 'headwater/internal/json/lossless-json');

function bodySteps(runtime: RuntimeOperation): Code[] {
  const { body } = runtime;
  if (!body) return [];
  if (isContent(body)) return [step('parseContent', 'parse-content')];
  if (body.fields) {
    const ofForm = Object.entries(readers).filter(([mediaType]) => body.mediaTypes.includes(mediaType));
    return [step('parseForm', 'parse-form', [record(ofForm)])];
  }
  const unpack = body.acceptsGzip ? [step('unpackBody', 'parse-body')] : [];
  const parseJson = step('parseJsonBody', 'parse-body', [
    jsonBodyParser,
    ...(runtime.exactIntegers ? [parseWithDecimals] : []),
  ]);
  return [...unpack, body.textTypes ? step('parseBody', 'parse-body', [parseJson]) : parseJson];
}

/** Whether the handler itself reads every body. */
function isContent({ mediaTypes, textTypes = [] }: RuntimeBody): boolean {
  return !textTypes.includes('application/json') && mediaTypes.every((each) => textTypes.includes(each));
}

const readers: Readonly<Record<string, Code>> = {
  'application/x-www-form-urlencoded': imported('readUrlencoded', 'headwater/internal/request/form'),
  'multipart/form-data': imported('readMultipart', 'headwater/internal/request/read-multipart'),
};

function castSteps(
  { parameters, body }: RuntimeOperation,
  validator: string,
  ignoreUnknownQuery: boolean,
): Code[] {
  const unknown = hasMembers(parameters) ? importMembers('unknownBesideMembers') : unknownNames;
  const checks = ignoreUnknownQuery ? [] : [unknown];
  return [
    parameters.length > 0
      ? step('castInput', 'cast-input', [castersFor(parameters), ...checks])
      : code`${importStep('queryOnly', 'cast-input')}(${joinCode(checks, ', ')})`,
    ...(body?.fields ? [step('castForm', 'cast-form', [castersFor(body.fields)])] : []),
    ...(body?.hasReadOnly
      ? [code`${importStep('takeReadOnly', 'check-request')}(${compiled(validator)})`]
      : []),
    step('checkRequest', 'check-request', [compiled(validator)]),
  ];
}

const unknownNames = imported('unknownNames', 'headwater/internal/request/query-string');

function hasMembers(parameters: readonly InputParameter[]): boolean {
  return parameters.some(({ members }) => members !== undefined);
}

function importMembers(name: string): Code {
  return imported(name, 'headwater/internal/request/cast-members');
}

/** A caster for each type of the parameters, for lists, unions and objects of any members, and no other: a function contains only what it uses. */
function castersFor(parameters: readonly InputParameter[]): Code {
  const types = new Set(parameters.flatMap(({ cast }) => cast));
  const used = castTypes.filter((type) => type !== 'text' && types.has(type));
  const hasList = parameters.some(({ isList }) => isList);
  const hasUnion = parameters.some(({ cast }) => typeof cast !== 'string');
  return record([
    ...used.map((type) => [type, caster(type)] as const),
    ...(hasList ? [['list', imported('castList', 'headwater/internal/request/cast')] as const] : []),
    ...(hasUnion ? [['union', imported('castUnion', 'headwater/internal/request/cast')] as const] : []),
    ...(hasMembers(parameters) ? [['members', importMembers('castMembers')] as const] : []),
  ]);
}

/** @example caster('date-time') // dateTimeCaster */
function caster(type: CastType): Code {
  const name = type.replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
  return imported(`${name}Caster`, 'headwater/internal/request/casters');
}

const emptyInput = code`${importStep('emptyInput', 'cast-input')}()`;

function rawSteps({ parameters, body }: RuntimeOperation): Code[] {
  return [
    parameters.length > 0
      ? step('rawInput', 'cast-input', hasMembers(parameters) ? [importMembers('rawMembers')] : [])
      : emptyInput,
    ...(body?.fields ? [step('rawForm', 'cast-form')] : []),
  ];
}

/** A step that takes the plan of its function, and nothing else unless `others` are named. */
export function step(name: string, file: string, others: readonly Code[] = [], plan = 'operation'): Code {
  return code`${importStep(name, file)}(${joinCode([identifier(plan), ...others], ', ')})`;
}

function importStep(name: string, file: string): Code {
  return imported(name, `headwater/internal/steps/${file}`);
}

/** `{}`, or the members on one line. */
function record(members: readonly (readonly [name: string, value: Code])[]): Code {
  const pairs = members.map(([name, value]) => code`${memberName(name)}: ${value}`);
  return pairs.length === 0 ? code`{}` : code`{ ${joinCode(pairs, ', ')} }`;
}

export function compiled(path: string): Code {
  const validator = imported('validator', 'headwater/internal/middy/validator');
  const validate = imported('validate', `#generated/${path}`);
  return code`${validator}({ eventSchema: ${importStep('keepErrors', 'check-request')}(${validate}) })`;
}
