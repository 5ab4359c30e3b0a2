/**
 * Swagger 2.0: its shape, since the upgrader throws for others, or drops parts of them; bodies and fields of forms that
 * operations share, since it takes references to them for other parameters; and where a value of the upgraded document
 * stands in the text, or the nearest thing around it.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import type { JsonPath } from '../../source/descriptor-file.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { nameIn, nodeAt } from './references.ts';
import { externalDocs, info, responsesOf, routes, schema, security, tag } from './schema-shape.ts';
import { array, fixed, listOf, mapOf, type Shape, text, texts } from './shapes.ts';

type Members = Readonly<Record<string, unknown>>;

const place = '#/parameters/';

/** Each reference to a body or to a field of a form becomes what it refers to. */
export function withOwnBodies(document: Members): Members {
  const { parameters: shared, paths } = document;
  if (!isObject(shared) || !isObject(paths)) return document;
  const own = (holder: unknown): unknown => {
    if (!isObject(holder) || !Array.isArray(holder['parameters'])) return holder;
    return { ...holder, parameters: holder['parameters'].map((each) => sharedBody(each, shared) ?? each) };
  };
  const items = Object.entries(paths).map(([path, item]) => {
    if (!isObject(item)) return [path, item];
    return [path, own(Object.fromEntries(Object.entries(item).map(([name, each]) => [name, own(each)])))];
  });
  return { ...document, paths: Object.fromEntries(items) };
}

/** Swagger 2.0 says of each field, and not of the form, whether it must be sent. @param upgraded is changed. */
export function requireForms({ paths }: Members): void {
  for (const operation of Object.values(Object(paths)).flatMap((item) => Object.values(Object(item)))) {
    const body = isObject(operation) ? operation['requestBody'] : undefined;
    const [media] = isObject(body) ? Object.values(Object(body['content'])) : [];
    const schema = isObject(media) ? media['schema'] : undefined;
    const required = isObject(schema) ? schema['required'] : undefined;
    if (Array.isArray(required) && required.length > 0) Object.assign(Object(body), { required: true });
  }
}

/** What `parameter` refers to, if that is a body or a field of a form. */
function sharedBody(parameter: unknown, shared: Members): Members | undefined {
  const reference = isObject(parameter) ? parameter['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(place)) return undefined;
  const name = nameIn(reference, place);
  const found = Object.hasOwn(shared, name) ? shared[name] : undefined;
  return isSent(found) ? found : undefined;
}

function isSent(parameter: unknown): parameter is Members {
  return isObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');
}

const components: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  responses: 'responses',
  requestBodies: 'parameters',
  securitySchemes: 'securityDefinitions',
};

/** @param root of the text. */
export function placesInSwagger2(root: SourceNode): (path: JsonPath) => JsonPath {
  return (path) => {
    const [first, ...rest] = path;
    if (first === 'components') return inComponents(rest);
    if (first === 'servers') return ['basePath'];
    if (first !== 'paths' || rest.length < 2) return path;
    const isShared = rest[1] === 'parameters';
    const around = path.slice(0, isShared ? 2 : 3);
    return [...around, ...inOperation({ root, node: nodeAt(root, around) }, path.slice(around.length))];
  };
}

function inComponents([kind = '', name, ...rest]: JsonPath): JsonPath {
  const holder = components[kind] ?? 'definitions';
  if (name === undefined) return [holder];
  if (kind === 'requestBodies') return [holder, name, ...inBody(rest).within];
  return [holder, name, ...(kind === 'responses' ? withoutContent(rest) : rest)];
}

/** @param holder the operation, or its path, in the text. */
function inOperation(holder: Holder, path: JsonPath): JsonPath {
  const [keyword, ...below] = path;
  switch (keyword) {
    case 'parameters':
      return inParameters(holder, below);
    case 'requestBody':
      return inSent(holder, below);
    case 'responses': {
      const [status, ...rest] = below;
      return status === undefined ? path : ['responses', status, ...withoutContent(rest)];
    }
    default:
      return path;
  }
}

/** The parameters of the upgraded operation are those that are neither body nor form. */
function inParameters(holder: Holder, [index, keyword, ...rest]: JsonPath): JsonPath {
  if (index === undefined) return ['parameters'];
  const written = declaredIn(holder).filter(({ sent }) => !sent)[Number(index)];
  const schema = keyword === undefined || keyword === 'schema' ? [] : [keyword];
  return ['parameters', written?.index ?? index, ...schema, ...rest];
}

function inSent(holder: Holder, path: JsonPath): JsonPath {
  const { within, field } = inBody(path);
  const parts = declaredIn(holder).filter(({ sent }) => sent);
  const part = parts.find(({ sent }) => sent?.['name'] === field) ?? parts[0];
  if (!part) return ['parameters'];
  const isForm = part.sent?.['in'] === 'formData';
  return ['parameters', part.index, ...(part.isShared ? [] : isForm ? within.slice(3) : within)];
}

/** `content/application~1json/schema/properties/a` is `schema/properties/a`, or the field `a` of a form. */
function inBody([content, , ...rest]: JsonPath): { readonly within: JsonPath; readonly field: unknown } {
  if (content !== 'content') return { within: [], field: undefined };
  return { within: rest, field: rest[1] === 'properties' ? rest[2] : undefined };
}

/** `content/application~1json/schema` is `schema`, and its only example is `examples/application~1json`. */
function withoutContent(path: JsonPath): JsonPath {
  const [content, type = '', ...rest] = path;
  if (content !== 'content') return path;
  const [keyword, , ...within] = rest;
  return keyword === 'examples' ? [keyword, type, ...within] : rest;
}

interface Holder {
  readonly root: SourceNode;
  readonly node: SourceNode | undefined;
}

function declaredIn({ root, node }: Holder) {
  const declared = node?.member('parameters');
  const shared = root.member('parameters')?.value;
  return (declared?.items() ?? []).map(({ value, path }) => {
    const referred = isObject(shared) ? sharedBody(value, shared) : undefined;
    const sent = isSent(value) ? value : referred;
    return { index: Number(path.at(-1)), sent, isShared: referred !== undefined };
  });
}

const valueKeywords =
  'type format collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf';
const itemShape: Shape = fixed(`${valueKeywords} items`);
const parameter: Shape = {
  ...fixed(`${valueKeywords} description required allowEmptyValue example`, {
    ...{ in: text, name: text, schema, items: itemShape },
  }),
  check: isUpgradable,
};
const header: Shape = { ...fixed(`${valueKeywords} description items`), isForPeople: true };
const response: Shape = {
  ...fixed('description examples', { headers: mapOf(header), schema }),
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
  elsewhere: { requestBody: 'a parameter with "in": "body"' },
};

const item = fixed('', {
  parameters,
  $ref: text,
  ...Object.fromEntries(
    ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map((method) => [method, operation]),
  ),
});

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
    parameters: mapOf(parameter),
    responses: mapOf(response),
    securityDefinitions: mapOf(fixed('type description name in flow authorizationUrl tokenUrl scopes')),
    consumes: texts,
    produces: texts,
  }),
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
  if (!place) node.report('E-PARAM', 'no in', 'one of path, query, header, body, formData');
  return isSeparated && place !== undefined;
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
