/**
 * Swagger 2.0: its shape, since the upgrader throws for others, or drops parts of them; and bodies and fields of forms that
 * operations share, since it takes references to them for other parameters.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { nameIn, nodeAt } from './references.ts';
import { externalDocs, info, responsesOf, routes, schema, security, tag } from './schema-shape.ts';
import { array, fixed, listOf, loose, mapOf, type Shape, text, texts } from './shapes.ts';
import { inPlaceOf } from './written-places.ts';

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

/** What `parameter` refers to, if that is a body or a field of a form. */
function sharedBody(parameter: unknown, shared: Members): Members | undefined {
  if (!isObject(parameter) || typeof parameter['$ref'] !== 'string') return undefined;
  const { $ref: reference } = parameter;
  const name = reference.startsWith(place) ? nameIn(reference, place) : '';
  const found = Object.hasOwn(shared, name) ? shared[name] : undefined;
  if (!isObject(found)) return undefined;
  if (found['in'] === 'formData') return found;
  // A body on GET is a flaw of the operation that refers to it.
  return found['in'] === 'body' ? inPlaceOf(parameter, found) : undefined;
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
const header = loose(`${valueKeywords} description items`);
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
