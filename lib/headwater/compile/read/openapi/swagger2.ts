/**
 * Swagger 2.0: its shape, since the upgrader throws for others, or drops parts of them; bodies and fields of forms that
 * operations share, since it takes references to them for other parameters; and what operations inherit, since it drops some
 * of that, and has defaults of its own.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { mapValues } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { isSafeName, namesIn } from '../common/names.ts';
import { nameIn, nodeAt } from './references.ts';
import { externalDocs, info, responsesOf, routes, schema, security, tag } from './schema-shape.ts';
import { alike, array, fixed, listOf, loose, mapOf, type Shape, text, texts } from './shapes.ts';

/** The body or the field of a form to which a parameter of an operation refers. */
export function sharedBody(node: SourceNode): SourceNode | undefined {
  const name = nameIn(String(node.member('$ref')?.value), '#/parameters/');
  if (node.path[0] !== 'paths' || name === undefined) return undefined;
  const found = nodeAt(node.root(), ['parameters', name]);
  return ['body', 'formData'].includes(String(found?.member('in')?.value)) ? found : undefined;
}

const valueKeywords =
  'type format collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf';
const itemShape: Shape = fixed(`${valueKeywords} items`, { enum: array });
export const parameter: Shape = {
  ...fixed(`${valueKeywords} description required allowEmptyValue example`, {
    in: text,
    name: text,
    enum: array,
    schema,
    items: itemShape,
  }),
  holder: 'a parameter of Swagger 2.0',
  check: isUpgradable,
};
const header = loose(`${valueKeywords} enum description items`);
const response: Shape = {
  ...fixed('description examples', { headers: mapOf(header), schema }),
  holder: 'a response',
  elsewhere: { content: '"schema", and the media types in "produces" of the operation' },
  check: isNoFile,
};
const parameters = listOf(parameter);

const operation: Shape = {
  ...fixed('summary description operationId schemes deprecated', {
    tags: array,
    externalDocs,
    parameters,
    responses: responsesOf(response),
    security,
    consumes: texts,
    produces: texts,
  }),
  holder: 'an operation',
  elsewhere: { requestBody: 'a parameter with "in": "body"' },
};

const operationNames = namesIn('get put post delete options head patch');
const item = fixed('', {
  parameters,
  $ref: text,
  ...alike('get put post delete options head patch', operation),
});

const scheme = fixed('type description name in flow authorizationUrl tokenUrl scopes');

export const swagger2: Shape = {
  ...fixed('swagger schemes', {
    info,
    basePath: text,
    host: text,
    security,
    externalDocs,
    tags: listOf(tag),
    paths: mapOf(item, routes),
    definitions: mapOf(schema),
    parameters: { ...mapOf(parameter), check: isUpgradableMap },
    responses: mapOf(response),
    securityDefinitions: { ...mapOf(scheme), check: isUpgradableMap },
    consumes: texts,
    produces: texts,
  }),
  holder: 'a document',
  elsewhere: { components: '"definitions" of schemas, "securityDefinitions"', servers: '"basePath"' },
};

/** OpenAPI 3 can express only these in a query. */
const separators = ['csv', 'multi'];
const querySeparators = [...separators, 'ssv', 'pipes'];

/** The upgrader throws without `in`, and drops separators that OpenAPI 3 has no keyword for. */
function isUpgradable(node: SourceNode): boolean {
  if (node.member('$ref')) return true;
  const separator = node.member('collectionFormat');
  const place = node.member('in');
  const known = place?.value === 'query' ? querySeparators : separators;
  const isSeparated = !separator || known.includes(String(separator.value));
  if (separator && !isSeparated)
    separator.report('E-UNSUPPORTED', quote(separator.value), known.map(quote).join(', '));
  const example = place && place.value !== 'body' ? node.member('x-example') : undefined;
  if (example) example.report('W-EXAMPLE', 'x-example, which is ignored', '"example"');
  if (place && place.value !== 'formData') warnOfFields(node);
  if (!place) node.report('E-PARAM', 'no in', 'one of path, query, header, body, formData');
  return isSeparated && place !== undefined && isUpgradableField(node);
}

/** The upgrader would make this name the prototype of all fields. */
function isUpgradableField(node: SourceNode): boolean {
  const isPrototype = node.member('in')?.value === 'formData' && node.member('name')?.value === '__proto__';
  return !isPrototype || isSafeName('__proto__', node.at('name'));
}

/** The upgrader copies members by their names, so it would lose `__proto__`. */
function isUpgradableMap(node: SourceNode): boolean {
  const found = node.member('__proto__');
  return !found || isSafeName('__proto__', found);
}

/** Only fields of a form become schemas with all extensions. */
function warnOfFields(node: SourceNode): void {
  for (const name of ['x-message', 'x-read-only']) {
    const found = `${quote(name)}, which has no meaning here`;
    node.member(name)?.report('W-KEY', found, 'the same in a schema or in a field of a form');
  }
}

/** The upgrader makes any value of it. */
function isNoFile(node: SourceNode): boolean {
  const described = node.member('schema');
  const type = described?.member('type');
  if (type?.value !== 'file') return true;
  const root = node.root();
  const operation = nodeAt(root, node.path.slice(0, -2));
  const produced = (operation?.member('produces') ?? root.member('produces'))?.items() ?? [];
  if (produced.length > 0 && !produced.some(({ value }) => /json|^\*/.test(String(value)))) return true;
  const accepted = '"produces" of the operation with the media types of the file, and no JSON';
  type.report('E-UNSUPPORTED', 'a file as a result', accepted);
  return false;
}

type Members = Readonly<Record<string, unknown>>;

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * The document with all that an operation inherits in the operation itself: media types, bodies and fields of forms of its
 * path, and responses of the document.
 */
export function withInherited(document: Members): Members {
  const inPath = (item: unknown) => (isObject(item) ? withInheritedOf(item, document) : item);
  return isObject(document['paths'])
    ? { ...document, paths: mapValues(document['paths'], inPath) }
    : document;
}

function withInheritedOf(item: Members, document: Members): Members {
  const shared = listIn(item, 'parameters');
  const sent = shared.filter(isSent);
  const others = shared.filter((each) => !isSent(each));
  const members = mapValues(item, (operation, name) =>
    operationNames.includes(name) && isObject(operation) ? operationOf(operation, sent, document) : operation,
  );
  return sent.length > 0 ? { ...members, parameters: others } : members;
}

function operationOf(operation: Members, shared: readonly Members[], document: Members): Members {
  const own = listIn(operation, 'parameters');
  const inherited = shared.filter((each) => !own.some((other) => keyOf(other) === keyOf(each)));
  const parameters = [...inherited, ...own];
  const { responses } = operation;
  return {
    ...operation,
    // Copies, since the upgrader changes them.
    ...(parameters.length > 0 ? { parameters: structuredClone(parameters) } : {}),
    consumes: consumedBy(parameters, nearest('consumes', operation, document)),
    produces: orJson(nearest('produces', operation, document)),
    ...(isObject(responses) ? { responses: mapValues(responses, (each) => followed(each, document)) } : {}),
  };
}

/** Swagger 2.0, Operation Object: its own list overrides the list of the document, and an empty one clears it. */
function nearest(member: 'consumes' | 'produces', operation: Members, document: Members): readonly unknown[] {
  return listIn(operation[member] === undefined ? document : operation, member);
}

function orJson(types: readonly unknown[]): readonly unknown[] {
  return types.length > 0 ? types : ['application/json'];
}

/** Fields of a form are sent in either type; a file needs multipart/form-data. */
function consumedBy(parameters: readonly Members[], types: readonly unknown[]): readonly unknown[] {
  const fields = parameters.filter((each) => each['in'] === 'formData');
  if (fields.length === 0) return orJson(types);
  // The upgrader knows the types of forms in lower case, without parameters.
  const named = types.map((type) => String(type).split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (named.some((type) => formTypes.includes(type))) return named;
  const hasFile = fields.some((each) => each['type'] === 'file');
  return [...named, ...formTypes.filter((type) => !hasFile || type === 'multipart/form-data')];
}

/** Only one parameter can be the body, whatever its name. */
function keyOf(parameter: Members): string {
  return parameter['in'] === 'body' ? 'body' : `${String(parameter['in'])} ${String(parameter['name'])}`;
}

function isSent(parameter: Members): boolean {
  return parameter['in'] === 'body' || parameter['in'] === 'formData';
}

function listIn(holder: Members, name: string): readonly Members[] {
  const list = ownMember(holder, name);
  return Array.isArray(list) ? list : [];
}

/** The response of the document to which one of an operation refers. */
function followed(response: unknown, document: Members): unknown {
  const { responses: shared } = document;
  const passed = new Set<string>();
  let found = response;
  for (;;) {
    const name = isObject(found) ? nameIn(String(found['$ref']), '#/responses/') : undefined;
    if (name === undefined || passed.has(name) || !isObject(shared) || !Object.hasOwn(shared, name)) break;
    passed.add(name);
    found = shared[name];
  }
  return structuredClone(found);
}
