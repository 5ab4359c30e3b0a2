/** Reusable parts of a document, and what stands for them. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { JsonPath } from '../../source/descriptor-file.ts';
import { dialectOf } from '../../source/dialect-terms.ts';
import { firstNames, quote, type SourceNode } from '../../source/source-node.ts';

/** The part that a node stands for, or undefined if there is none, which is reported. */
export function resolve(node: SourceNode, kind: string): SourceNode | undefined {
  const found = follow(node, kind);
  const reference = found.member('$ref');
  if (!reference) return found;
  const parts = partsOf(kind, node)?.members() ?? [];
  reportNoTarget(
    reference,
    kind,
    parts.map(([name]) => name),
  );
  return undefined;
}

/** References of references are followed. @returns the last one if it leads nowhere or back. */
export function follow(node: SourceNode, kind: string): SourceNode {
  const place = `#/components/${kind}/`;
  const followed = new Set<string>();
  for (let at = node; ; ) {
    const text = String(at.member('$ref')?.value);
    const named = text.startsWith(place) ? partsOf(kind, node)?.member(nameIn(text, place)) : undefined;
    const found = named ?? partInPaths(text, kind, node);
    if (!found || followed.has(text)) return at;
    followed.add(text);
    at = found;
  }
}

function partsOf(kind: string, node: SourceNode): SourceNode | undefined {
  return node.root().member('components')?.member(kind);
}

/** Bundlers refer to the first use of a part. */
function partInPaths(text: string, kind: string, node: SourceNode): SourceNode | undefined {
  const path = stepsOf(text);
  const holder = kind === 'requestBodies' ? path.at(-1) : path.at(-2);
  const isPart = path[0] === 'paths' && holder === (kind === 'requestBodies' ? 'requestBody' : kind);
  return isPart ? nodeAt(node.root(), path) : undefined;
}

/** The schema at a place outside of `components.schemas`, such as that of a response. */
export function schemaAt(text: string, root: SourceNode): SourceNode | undefined {
  const path = stepsOf(text);
  const isHeld = path[0] === 'paths' || path[0] === 'components';
  return isHeld && isSchemaPath(path) ? nodeAt(root, path) : undefined;
}

function stepsOf(reference: string): string[] {
  const steps = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  return steps.map((step) => nameIn(step, ''));
}

/** @param kind of `components` that is meant. @param names in it. */
export function reportNoTarget(reference: SourceNode, kind: string, names: readonly string[]): void {
  const text = String(reference.value);
  const place = dialectOf(reference).places?.[kind] ?? `#/components/${kind}/`;
  const found = quote(text.replace(`#/components/${kind}/`, place));
  const name = nameIn(text, text.slice(0, text.lastIndexOf('/') + 1));
  const isOwn = text.startsWith('#');
  // Without `#`, it may be the name alone, or a path.
  const isNamed = isOwn || (/^[\w/-]+$/.test(text) && names.includes(name));
  // The name itself, if the reference has it in another place.
  const near = !isNamed ? undefined : names.includes(name) ? name : nearSpelling(name, names);
  const anyName = `${place} and a name of this file`;
  const known = names.length > 0 ? `${anyName}: ${firstNames(names)}` : anyName;
  const accepted = near === undefined ? known : `${quote(place + near)}, the nearest name`;
  const elsewhere = `${anyName}; nothing is read from other files or addresses`;
  // What exists is of another kind.
  const isMissing = isOwn && !nodeAt(reference.root(), stepsOf(text));
  const said = isMissing ? `${found}, which does not exist` : found;
  reference.report('E-REF', said, isNamed ? accepted : elsewhere);
}

/** The name that a reference has in `place`. In a URI, a JSON pointer may be percent-encoded (RFC 6901 section 6). */
export function nameIn(reference: string, place: string): string {
  return decoded(reference.slice(place.length)).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name with a percent sign of its own.
    return text;
  }
}

const schemaHolders = ['properties', '$defs', 'definitions', 'allOf', 'anyOf', 'oneOf'];
const schemaKeywords = ['schema', 'items', 'additionalProperties'];

/** The path of a schema within a named one: `#/components/schemas/A/properties/b` is `['A', 'properties', 'b']`. */
export function pathWithin(reference: string): JsonPath | undefined {
  if (!reference.startsWith(schemasPlace)) return undefined;
  const path = reference
    .slice(schemasPlace.length)
    .split('/')
    .map((step) => nameIn(step, ''));
  return path.length > 1 && isSchemaPath(path) ? path : undefined;
}

function isSchemaPath(path: JsonPath): boolean {
  const [last, holder] = [String(path.at(-1)), String(path.at(-2))];
  return schemaHolders.includes(holder) || schemaKeywords.includes(last);
}

export const schemasPlace = '#/components/schemas/';

/** The entries of the mapping of a discriminator: a value, and the schema that it names, by a reference or by its name. */
export function mappedTo(discriminator: SourceNode): [value: string, schema: string][] {
  const mapping = discriminator.member('mapping');
  return (mapping?.members() ?? []).map(([value, target]) => {
    const text = String(target.value);
    return [value, text.startsWith(schemasPlace) ? nameIn(text, schemasPlace) : text];
  });
}

/** The node at a path of names and indices. */
export function nodeAt(root: SourceNode, path: JsonPath): SourceNode | undefined {
  return path.reduce<SourceNode | undefined>(
    (node, step) => node?.member(String(step)) ?? node?.items().find(({ name }) => name === String(step)),
    root,
  );
}
