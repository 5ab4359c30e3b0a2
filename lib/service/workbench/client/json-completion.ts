/** What may stand at a place of the steps as JSON: names of options, types, and values, from the catalogue. */

import { membersOf, writeJson } from 'headwater/json';
import {
  findNodeAtLocation,
  getLocation,
  getNodeValue,
  type JSONPath,
  type Node,
  parseTree,
} from 'jsonc-parser';
import type { CatalogueOptionEntry, CatalogueReport } from '../engine/protocol.ts';
import { emptyValues } from './empty-values.ts';

export interface Completion {
  /** What is replaced, as offsets. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
}

const lists = ['preprocessors', 'on_failure'];

/** @returns those that fit what is typed before the offset; the text need not be complete. */
export function completionsAt(text: string, offset: number, types: CatalogueReport): readonly Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const root = parseTree(text);
  const [from, to] = previousNode
    ? [previousNode.offset, Math.max(offset, previousNode.offset + previousNode.length)]
    : [offset, offset];
  const typed = text.slice(from, offset).replace('"', '').toLowerCase();
  const choices = isAtPropertyKey
    ? namesAt({ root, path, types, hasValue: /^\s*:/.test(text.slice(to)) })
    : valuesAt({ root, path, types });
  const comma = /^\s*["{[]/.test(text.slice(to)) ? ',' : '';
  return choices
    .filter(({ label }) => label.toLowerCase().startsWith(typed))
    .map(({ insert, ...choice }) => ({
      ...choice,
      from,
      to,
      insert: insert + (isAtPropertyKey ? comma : ''),
    }));
}

type Choice = Pick<Completion, 'insert' | 'label' | 'detail'>;

interface Place {
  readonly root: Node | undefined;
  readonly path: JSONPath;
  readonly types: CatalogueReport;
}

function namesAt({ root, path, types, hasValue }: Place & { readonly hasValue: boolean }): readonly Choice[] {
  const write = (name: string, value: unknown) => (hasValue ? `"${name}"` : `"${name}": ${writeJson(value)}`);
  if (path.length === 1)
    return lists.map((name) => ({ label: name, detail: 'a list of steps', insert: write(name, []) }));
  const step = stepAround({ root, path, types });
  if (step?.rest.length !== 1) return [];
  const given = new Set(Object.keys(valueAt(root, step.path) ?? {}));
  const own: readonly Choice[] = step.options.map((option) => ({
    label: option.name,
    detail: option.description,
    insert: write(option.name, option.default ?? emptyValues[option.type]),
  }));
  const type = { label: 'type', detail: 'what the step does', insert: write('type', '') };
  return [type, ...own].filter(({ label }) => !given.has(label) || label === step.rest[0]);
}

function valuesAt(place: Place): readonly Choice[] {
  const step = stepAround(place);
  if (step?.rest.length !== 1) return [];
  const [name] = step.rest;
  if (name === 'type')
    return place.types.map(({ type, summary }) => ({
      label: type,
      detail: summary,
      insert: writeJson(type),
    }));
  const option = step.options.find((one) => one.name === name);
  if (!option) return [];
  const values = option.type === 'boolean' ? [true, false] : (option.allowed ?? []);
  return values.map((value) => ({
    label: String(value),
    detail: value === option.default ? 'the default' : '',
    insert: writeJson(value),
  }));
}

interface StepAround {
  readonly path: JSONPath;
  /** From the step to the place. */
  readonly rest: JSONPath;
  readonly options: readonly CatalogueOptionEntry[];
}

/** The innermost step at a place. */
function stepAround({ root, path, types }: Place): StepAround | undefined {
  if (!lists.includes(String(path[0])) || typeof path[1] !== 'number') return undefined;
  const optionsAt = (step: JSONPath) => {
    const { type } = membersOf(valueAt(root, step)) as { readonly type?: unknown };
    return types.find((one) => one.type === type)?.options ?? [];
  };
  let end = 2;
  for (;;) {
    const options = optionsAt(path.slice(0, end));
    const inner = options.find(({ name }) => name === path[end])?.type;
    const length = inner === 'step' ? 1 : inner === 'steps' && typeof path[end + 1] === 'number' ? 2 : 0;
    if (length === 0 || end + length >= path.length)
      return { path: path.slice(0, end), rest: path.slice(end), options };
    end += length;
  }
}

function valueAt(root: Node | undefined, path: JSONPath): object | undefined {
  const node = root && findNodeAtLocation(root, path);
  return node?.type === 'object' ? (getNodeValue(node) as object) : undefined;
}
