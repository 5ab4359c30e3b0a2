/** What the upgrader expects of a Swagger 2.0 document, and cannot say of one that is otherwise. */

import type { Report } from '../source/problem.ts';
import {
  expectType,
  items,
  member,
  members,
  problemAt,
  quote,
  type SourceNode,
} from '../source/source-node.ts';

interface Shape {
  readonly is: 'object' | 'array' | 'string';
  /** Of an object, by name. */
  readonly members?: Readonly<Record<string, Shape>>;
  /** Of the items of an array, or of all other members of an object, without extensions. */
  readonly each?: Shape;
  readonly check?: (node: SourceNode, report: Report) => boolean;
}

const object: Shape = { is: 'object' };
const texts: Shape = { is: 'array', each: { is: 'string' } };
const parameter: Shape = { is: 'object', members: { in: { is: 'string' } }, check: isSent };
const response: Shape = { is: 'object', members: { headers: { is: 'object', each: object } } };
const parameters: Shape = { is: 'array', each: parameter };
const operation: Shape = {
  is: 'object',
  members: { parameters, responses: { is: 'object', each: response }, consumes: texts, produces: texts },
};

const document: Shape = {
  is: 'object',
  members: {
    paths: {
      is: 'object',
      each: { is: 'object', members: { parameters, $ref: { is: 'string' } }, each: operation },
    },
    definitions: { is: 'object', each: object },
    parameters: { is: 'object', each: parameter },
    responses: { is: 'object', each: response },
    securityDefinitions: { is: 'object', each: object },
    consumes: texts,
    produces: texts,
  },
};

/** Reports every member that has another type than the upgrader takes. */
export function hasSwagger2Shape(root: SourceNode, report: Report): boolean {
  return fits(root, document, report);
}

function fits(node: SourceNode, shape: Shape, report: Report): boolean {
  if (expectType(node, shape.is, report) === undefined) return false;
  const known = Object.entries(shape.members ?? {}).map(([name, each]) => {
    const found = member(node, name);
    return !found || fits(found, each, report);
  });
  const { each } = shape;
  const others = each ? partsOf(node, shape).map((part) => fits(part, each, report)) : [];
  const isChecked = shape.check?.(node, report) ?? true;
  return isChecked && [...known, ...others].every(Boolean);
}

function partsOf(node: SourceNode, { is, members: named = {} }: Shape): SourceNode[] {
  if (is === 'array') return items(node);
  return members(node).flatMap(([name, part]) =>
    name.startsWith('x-') || Object.hasOwn(named, name) ? [] : part,
  );
}

const separators = ['csv', 'multi'];

/** The upgrader throws without `in`, and drops separators that OpenAPI 3 has no word for. */
function isSent(node: SourceNode, report: Report): boolean {
  if (member(node, '$ref')) return true;
  const separator = member(node, 'collectionFormat');
  const isSeparated = !separator || separators.includes(String(separator.value));
  if (separator && !isSeparated)
    report(problemAt(separator, 'E-UNSUPPORTED', quote(separator.value), '"csv" or "multi"'));
  const place = member(node, 'in');
  if (!place) report(problemAt(node, 'E-PARAM', 'no in', 'one of path, query, header, body, formData'));
  return isSeparated && place !== undefined;
}
