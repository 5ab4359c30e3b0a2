/**
 * Swagger 2.0: its shape, since the upgrader throws for others, or drops parts of them; and bodies and fields of forms that
 * operations share, since it takes references to them for other parameters.
 */

import { quote, type SourceNode } from '../../source/source-node.ts';
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
  'type format collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf';
const itemShape: Shape = fixed(`${valueKeywords} items`);
export const parameter: Shape = {
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
  ...alike('get put post delete options head patch', operation),
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
