/** The shape of a Swagger 2.0 document: the upgrader throws for others, or drops parts of them. */

import type { Report } from '../source/problem.ts';
import { member, problemAt, quote, type SourceNode } from '../source/source-node.ts';
import { array, listOf, mapOf, object, type Shape, schema, text, texts } from './shapes.ts';

const parameter: Shape = {
  is: 'object',
  members: { in: text, name: text, schema, items: schema },
  check: isSent,
};
const response: Shape = { is: 'object', members: { headers: mapOf(object), schema } };
const parameters = listOf(parameter);
const security = listOf(mapOf(array));

const operation: Shape = {
  is: 'object',
  members: {
    tags: array,
    parameters,
    responses: mapOf(response),
    security,
    consumes: texts,
    produces: texts,
  },
};

export const swagger2: Shape = {
  is: 'object',
  members: {
    info: object,
    basePath: text,
    host: text,
    security,
    tags: listOf(object),
    paths: mapOf({ is: 'object', members: { parameters, $ref: text }, each: operation }),
    definitions: mapOf(schema),
    parameters: mapOf(parameter),
    responses: mapOf(response),
    securityDefinitions: mapOf(object),
    consumes: texts,
    produces: texts,
  },
};

/** OpenAPI 3 has words for those of a query. */
const separators = ['csv', 'multi'];
const querySeparators = [...separators, 'ssv', 'pipes'];

/** The upgrader throws without `in`, and drops separators that OpenAPI 3 has no word for. */
function isSent(node: SourceNode, report: Report): boolean {
  if (member(node, '$ref')) return true;
  const separator = member(node, 'collectionFormat');
  const place = member(node, 'in');
  const known = place?.value === 'query' ? querySeparators : separators;
  const isSeparated = !separator || known.includes(String(separator.value));
  if (separator && !isSeparated)
    report(problemAt(separator, 'E-UNSUPPORTED', quote(separator.value), known.map(quote).join(', ')));
  if (!place) report(problemAt(node, 'E-PARAM', 'no in', 'one of path, query, header, body, formData'));
  return isSeparated && place !== undefined;
}
