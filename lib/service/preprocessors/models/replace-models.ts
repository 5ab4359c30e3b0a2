/** Replaces the generated models in the text of a descriptor, and leaves everything else as it is. */

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { stepModel, type Words } from './preprocessor-models.ts';

const lineWidth = 110;
const indentation = '  ';

/**
 * The models take the place of those that the text has for the types, which may be others.
 *
 * @throws Error when the text has no models.
 */
export function replaceModels(text: string, models: Readonly<Record<string, Words>>): string {
  const tree = parseTree(text);
  const declared = tree && findNodeAtLocation(tree, ['models']);
  if (!declared?.children) throw new Error('The descriptor has no models.');
  const isGenerated = generatedIn(declared);
  const places = declared.children.filter(isGenerated);
  const kept = (node: Node) => text.slice(node.offset, node.offset + node.length);
  const made = Object.entries(models).map(
    ([id, model]) => `"${id}": ${print(model, indentation.repeat(2), id)}`,
  );
  const members = declared.children.flatMap((node) =>
    isGenerated(node) ? (node === places[0] ? made : []) : [kept(node)],
  );
  if (places.length === 0) members.push(...made);
  const body = members.map((member) => `\n${indentation.repeat(2)}${member}`).join(',');
  const end = declared.offset + declared.length;
  return `${text.slice(0, declared.offset)}{${body}\n${indentation}}${text.slice(end)}`;
}

/** The model of all types, and the models that it has as sub types. */
function generatedIn(models: Node): (property: Node) => boolean {
  const subTypes = findNodeAtLocation(models, [stepModel, 'subTypes'])?.children ?? [];
  const ids = new Set<unknown>([stepModel, ...subTypes.map(({ value }) => value)]);
  return (property) => ids.has(property.children?.[0]?.value);
}

/** In the format of the project: on one line if it fits. */
function print(value: unknown, indent: string, name: string): string {
  const line = printLine(value);
  // The name, its quotes, the colon and the comma.
  const isShort = indent.length + name.length + 5 + line.length <= lineWidth;
  if (typeof value !== 'object' || value === null || (isShort && indent.length > 6)) return line;
  const inner = indent + indentation;
  const members = Array.isArray(value)
    ? value.map((item) => print(item, inner, ''))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${print(member, inner, key)}`);
  if (members.length === 0) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

function printLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${printLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
