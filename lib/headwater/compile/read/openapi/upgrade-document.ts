/** OpenAPI 3.0 and Swagger 2.0 in the keywords of OpenAPI 3.1, with the positions of the text that people wrote. */

import { upgrade } from '@scalar/openapi-upgrader';
import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import type { Report } from '../../source/diagnostic.ts';
import { openApiTerms, swagger2Terms } from '../../source/dialect-terms.ts';
import { reportMisspelt } from '../../source/own-extensions.ts';
import { quote, rootOf, type SourceNode } from '../../source/source-node.ts';
import { saysNothing } from './keywords.ts';
import { openApi3 } from './openapi3-shapes.ts';
import { hasMember, type Shape, shapeWithin } from './shapes.ts';
import { readAsMeant } from './spelling.ts';
import { parameter, sharedBody, swagger2, withInherited } from './swagger2.ts';
import { Marks, placesIn } from './written-places.ts';

/** Whether a file is in this language: by its content, not by its name. Only this language has `paths`. */
export function isOpenApi({ value }: Pick<DescriptorFile, 'value'>): boolean {
  if (!isObject(value)) return false;
  return value['openapi'] !== undefined || value['swagger'] !== undefined || isObject(value['paths']);
}

/** @returns undefined for another version, or one that is not what it says, which is reported. */
export function upgradeOpenApi(given: DescriptorFile, report: Report): DescriptorFile | undefined {
  const version = readVersion(rootOf(given, report));
  const isSwagger2 = version === '2.0';
  if (!version || !isObject(given.value)) return undefined;
  const shape = isSwagger2 ? swagger2 : openApi3;
  const file = readAsMeant({ ...given, terms: isSwagger2 ? swagger2Terms : openApiTerms }, shape, report);
  if (!file || !isObject(file.value)) return undefined;
  const root = rootOf(file, report);
  const marks = isSwagger2 ? new Marks() : undefined;
  const said = copyOf(root, shape, { marks, isOlder: version !== '3.1.0' });
  const value = upgradedValue(
    isSwagger2
      ? { ...withInherited(membersOf(said)), swagger: version }
      : { ...membersOf(said), openapi: version },
    root,
  );
  if (!isObject(value)) return undefined;
  keepWebhooks(value, file.value);
  const placeOf = placesIn(file.value, value, marks?.take(value) ?? new Map());
  return {
    ...file,
    value,
    written: (path) => file.written?.(placeOf(path)) ?? placeOf(path),
    locate: (path) => file.locate(placeOf(path)),
  };
}

/** YAML reads 2.0 and 3.0 without quotes as numbers. */
const versions: readonly (readonly [pattern: RegExp, version: string])[] = [
  [/^swagger 2(?:\.0)?$/, '2.0'],
  [/^openapi 3(?:\.0(?:\.\d+)?)?$/, '3.0.0'],
  [/^openapi 3\.[12](?:\.\d+)?$/, '3.1.0'],
];

function readVersion(root: SourceNode): string | undefined {
  const node = root.member('openapi') ?? root.member('swagger');
  if (!node) return reportNoVersion(root);
  const said = `${node.name} ${String(node.value)}`;
  const [, version] = versions.find(([pattern]) => pattern.test(said)) ?? [];
  if (said.startsWith('openapi 3.2')) {
    const accepted =
      'openapi 3.1; a keyword that only 3.2 has is ignored, or refused if operations depend on it';
    node.report('W-UNSUPPORTED', `${said}, which is read as 3.1`, accepted);
  }
  if (version !== undefined) return version;
  const accepted = 'openapi 3.0, 3.1 or 3.2, or swagger 2.0';
  return node.report('E-UNSUPPORTED', `${node.name} ${quote(node.value)}`, accepted);
}

function reportNoVersion(root: SourceNode): undefined {
  for (const [name, part] of root.members()) {
    const near = nearSpelling(name, ['openapi', 'swagger']);
    if (near !== undefined) return reportMisspelt(part, near);
  }
  return root.report('E-SHAPE', '"paths" without "openapi"', 'openapi: 3.1.0 as the first member');
}

/** Members in which null is a value: `enum` of a schema, but not a property of this name. */
function isValue(name: string | number, value: unknown): boolean {
  return ['const', 'example', 'examples'].includes(String(name)) || (name === 'enum' && Array.isArray(value));
}

/** The upgrader throws for members of other types than it expects. */
function upgradedValue(value: object, root: SourceNode): unknown {
  try {
    return upgrade(value, '3.1');
  } catch (error) {
    const found = `a document that cannot be read: ${quote((error as Error).message)}`;
    return root.report('E-SHAPE', found, 'a document of the version that it names');
  }
}

/** Before 3.1, `x-webhooks` is an extension like any other, of which the upgrader makes webhooks. @param value is changed. */
function keepWebhooks(value: object, sent: Readonly<Record<string, unknown>>): void {
  if (sent['webhooks'] !== undefined || sent['x-webhooks'] === undefined) return;
  Reflect.deleteProperty(value, 'webhooks');
  Object.assign(value, { 'x-webhooks': sent['x-webhooks'] });
}

/** Swagger 2.0 has the second one. */
const nullKeywords = ['nullable', 'x-nullable'];

interface Source {
  /** For Swagger 2.0. */
  readonly marks: Marks | undefined;
  /** 3.1 applies all keywords of a schema. */
  readonly isOlder: boolean;
}

/**
 * A copy, which the upgrader changes. It lacks keywords that the version ignores, and members that OpenAPI does not define,
 * which hasShape reports: the readers share helpers, which would find words of Swagger 1.x among them. null means absent,
 * as in Swagger 1.x, except in values. In Swagger 2.0, a reference to a body or a field of a form becomes what it refers to.
 *
 * @param shape undefined for what has no keywords of OpenAPI.
 */
function copyOf(given: SourceNode, shape: Shape | undefined, source: Source): unknown {
  const { marks, isOlder } = source;
  const node = (marks && shape === parameter && sharedBody(given)) || given;
  const isOlderSchema = isOlder && shape?.is === 'schema';
  const value = isOlderSchema ? withoutIgnoredNull(node) : node.value;
  if (isOlderSchema) warnOfHeld(node);
  const part = (step: string | number, each: unknown) => {
    const inner = shape && shapeWithin(shape, step);
    // A member of a map has any name.
    const isEntry = inner !== undefined && inner === shape?.each;
    return isValue(step, each) && !isEntry
      ? structuredClone(each)
      : copyOf(node.child(step, each), inner, source);
  };
  if (Array.isArray(value)) return value.map((each, index) => part(index, each));
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(
    ([name, each]) => (each !== null || isValue(name, each)) && (!shape || hasMember(shape, name)),
  );
  const parts = Object.fromEntries(present.map(([name, each]) => [name, part(name, each)]));
  // A body on GET is a flaw of the operation that refers to it.
  const place = node.member('in')?.value === 'body' ? given.path : node.path;
  // The upgrader takes all members of a path, which has no keywords of its own, for operations.
  return marks && shape?.keywords?.length ? marks.add(parts, place) : parts;
}

/** OpenAPI 3.0.3 section 4.7.24.1: it adds null to the type in the same schema, and has no effect without one. */
function withoutIgnoredNull(node: SourceNode): unknown {
  const found = nullKeywords
    .flatMap((keyword) => node.member(keyword) ?? [])
    .filter(({ value }) => value === true);
  if (found.length === 0 || node.member('type') || !isObject(node.value)) return node.value;
  for (const at of found) {
    const accepted = `${at.name} beside "type", in the schema that $ref names`;
    at.report('W-UNSUPPORTED', `${at.name} without a type beside it, which is ignored`, accepted);
  }
  return Object.fromEntries(Object.entries(node.value).filter(([name]) => !nullKeywords.includes(name)));
}

/** OpenAPI 3.0.3 section 4.7.23 ignores keywords beside a reference; 3.1 applies them, as people mean them. */
function warnOfHeld(node: SourceNode): void {
  if (!node.member('$ref')) return;
  for (const [keyword, at] of node.members()) {
    if (keyword === '$ref' || saysNothing(keyword)) continue;
    const found = `${keyword} beside $ref, which applies here; before 3.1, other tools ignore it`;
    at.report('W-UNSUPPORTED', found, 'move $ref into "allOf", and keep this keyword beside it');
  }
}
