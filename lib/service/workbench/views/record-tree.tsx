/** A record as a tree: each value with its type, what made it, and what a person can do with it. */

import { isObject } from 'headwater/json';
import { useState } from 'preact/hooks';
import { textOfValue } from '../client/member-at.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { amountText } from './charts.tsx';

export interface FilterActions {
  readonly filter: (path: string, value: unknown, isOut?: boolean) => void;
  readonly toggleColumn: (path: string) => void;
}

interface TreeContext extends FilterActions {
  /** The steps that have made or changed a field, from 1, if that is known. */
  readonly stepsMaking: (path: string) => readonly number[];
  readonly copy: (what: string, text: string) => void;
}

interface RecordTreeProps extends TreeContext {
  readonly document: Readonly<Record<string, unknown>>;
}

export function RecordTree({ document, ...context }: RecordTreeProps) {
  const entries = Object.entries(document).map(([name, value]) => ({ name, path: name, value }));
  return <Nodes nodes={entries} context={context} />;
}

interface Node {
  readonly name: string;
  /** Of the field, as queries name it. An item of a list has that of the list. */
  readonly path: string;
  readonly value: unknown;
  /** Within an object of a list, which no query and no column reaches. */
  readonly isWithin?: boolean;
}

interface NodesProps {
  readonly nodes: readonly Node[];
  readonly context: TreeContext;
}

/** More items of a list are seen in the raw record. */
const maxNodes = 500;

function Nodes({ nodes, context }: NodesProps) {
  return (
    <ul class="record-fields">
      {nodes.slice(0, maxNodes).map((node) => (
        <li key={node.name}>
          {childrenOf(node).length > 0 ? (
            <Branch node={node} context={context} />
          ) : (
            <Leaf node={node} context={context} />
          )}
        </li>
      ))}
      {nodes.length > maxNodes ? (
        <li class="quiet">{amountText(nodes.length - maxNodes, 'further value')}</li>
      ) : null}
    </ul>
  );
}

function childrenOf({ path, value, isWithin }: Node): readonly Node[] {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ({
      name: String(index),
      path,
      value: item,
      ...(isWithin || isObject(item) ? { isWithin: true } : {}),
    }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, member]) => ({
    name,
    path: `${path}.${name}`,
    value: member,
    ...(isWithin ? { isWithin } : {}),
  }));
}

interface NodeProps {
  readonly node: Node;
  readonly context: TreeContext;
}

function Branch({ node, context }: NodeProps) {
  const children = childrenOf(node);
  const [isOpen, setOpen] = useState(true);
  const kind = Array.isArray(node.value)
    ? amountText(children.length, 'item')
    : amountText(children.length, 'field');
  return (
    <>
      <div class="branch">
        <button type="button" class="tool" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="open" /> <code class="path">{node.name}</code>
        </button>
        <span class="quiet type">{kind}</span>
        <NodeTools node={node} context={context} />
      </div>
      {isOpen ? <Nodes nodes={children} context={context} /> : null}
    </>
  );
}

function Leaf({ node, context }: NodeProps) {
  const { name, path, value } = node;
  const made = context.stepsMaking(path);
  return (
    <div class="leaf">
      <code class="path">{name}</code> <code class={`value ${typeOf(value)}`}>{textOfValue(value)}</code>
      <span class="quiet type">
        {typeOf(value)}
        {made.length === 0 ? '' : `, step ${made.join(', ')}`}
      </span>
      <NodeTools node={node} context={context} />
    </div>
  );
}

function NodeTools({ node, context }: NodeProps) {
  const { path, value, isWithin = false } = node;
  const { filter, toggleColumn, copy } = context;
  const text = textOfValue(value);
  return (
    <span class="tools">
      {isFilterable(value) && !isWithin ? (
        <>
          <Tool name={`Only ${path}: ${text}`} sign="+" act={() => filter(path, value)} />
          <Tool name={`Without ${path}: ${text}`} sign="−" act={() => filter(path, value, true)} />
        </>
      ) : null}
      <Menu
        class="tool"
        label={`More of ${path}`}
        items={[
          { title: 'Copy the value', act: () => copy('value', text) },
          { title: 'Copy the path', act: () => copy('path', path) },
          { title: 'Show or hide as a column', isOff: isWithin, act: () => toggleColumn(path) },
        ]}
      >
        <Icon name="more" />
      </Menu>
    </span>
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'empty list';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'empty object';
}

/** Null and empty texts have no frequent values. */
function isFilterable(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';
}
