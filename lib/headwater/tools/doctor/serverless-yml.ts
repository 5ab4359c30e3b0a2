/** serverless.yml: the plugin of the package, and where its settings are. */

import { isMap, isScalar, isSeq, type Node, parseDocument, visit, type YAMLMap } from 'yaml';
import { pluginName } from '../../compile/aws/configuration/default-configuration.ts';
import { settingsSchema } from '../../deploy/plugins/settings-schema.ts';
import type { FileEdit, Finding, ProjectCheck } from './finding.ts';
import { blockMembers, columnOf, indented, loneMember, type Member, memberNamed } from './yaml-members.ts';

const file = 'serverless.yml';

/** Plugins and files of a copied framework. */
const copiedPlugin = /^\.\/lib\/(?:deploy|tools)\//;
const copiedFile = /\bfile\(\.\/lib\/(?:build|deploy|tools)\//;

interface Yaml {
  readonly text: string;
  readonly root: YAMLMap;
}

export const checkServerlessYml: ProjectCheck = ({ read }) => {
  const text = read(file);
  if (text === undefined) return [];
  const { contents } = parseDocument(text, { stringKeys: true, logLevel: 'silent' });
  if (!isMap(contents)) return [];
  const yaml: Yaml = { text, root: contents };
  // The settings come first: without a copied plugin, members of `custom` may have any meaning.
  return [...checkSettings(yaml), ...checkExports(yaml), ...checkPlugins(yaml), ...checkFiles(yaml)];
};

/** With the blank line below, if there is one above. */
function remove(text: string, { start, end }: Member): FileEdit {
  const [blank = ''] = /^ *\n/.exec(text.slice(end)) ?? [];
  const isBelowBlank = /(?:^|\n) *\n$/.test(text.slice(0, start));
  return { file, offset: start, length: end - start + (isBelowBlank ? blank.length : 0), content: '' };
}

function insert(offset: number, content: string): FileEdit {
  return { file, offset, length: 0, content };
}

function checkPlugins({ text, root }: Yaml): Finding[] {
  const plugins = memberNamed(text, root, 'plugins');
  const items = isSeq(plugins?.value) ? plugins.value.items.filter((item) => isScalar(item)) : [];
  const copied = items.filter(({ value }) => copiedPlugin.test(String(value)));
  if (!plugins || copied.length === 0) return [];
  const names = items.filter((item) => !copied.includes(item)).map(({ value }) => String(value));
  const wanted = `plugins: [${[...new Set([...names, pluginName])].join(', ')}]`;
  return [
    {
      file,
      offset: offsetOf(copied[0]),
      found: 'plugins of a copied framework',
      change: wanted,
      edits: [pluginEdit(text, plugins, wanted)],
    },
  ];
}

function pluginEdit(text: string, { start, end }: Member, wanted: string): FileEdit {
  const lines = text.slice(start, end).split('\n');
  // Comments within the list stay with those above it.
  const comments = lines.filter((line) => /^ *#/.test(line)).map((line) => `${line.trim()}\n`);
  return { file, offset: start, length: end - start, content: `${comments.join('')}${wanted}\n` };
}

/** Members of `custom` that are members of `custom.headwater` now. */
function checkSettings({ text, root }: Yaml): Finding[] {
  const isCopy = copiedFile.test(text) || /^\s*- \.\/lib\/(?:deploy|tools)\//m.test(text);
  const custom = root.get('custom');
  const moved = blockMembers(text, custom).filter(
    (member) => isCopy && Object.hasOwn(settingsSchema.properties, member.name) && !hasPaths(member),
  );
  const [first] = moved;
  if (!first) return [];
  const names = moved.map(({ name }) => `custom.${name}`);
  return [
    {
      file,
      offset: first.start,
      found: `the settings ${names.join(', ')}`,
      change: 'move them to custom.headwater',
      edits: moveToHeadwater({ text, root }, moved, first),
    },
  ];
}

function moveToHeadwater({ text, root }: Yaml, moved: readonly Member[], first: Member): FileEdit[] {
  const reference = new RegExp(
    `(?<=self:custom\\.)(?=(?:${moved.map(({ name }) => name).join('|')})\\b)`,
    'g',
  );
  const step = columnOf(text, first);
  const present = memberNamed(text, root.get('custom'), 'headwater');
  const lines = moved.map(({ start, end }) => indented(text.slice(start, end), step)).join('');
  const opening = present ? '' : `${' '.repeat(step)}headwater:\n`;
  const isMoved = (offset: number) => moved.some(({ start, end }) => start <= offset && offset < end);
  const references = [...text.matchAll(reference)]
    .filter(({ index }) => !isMoved(index))
    .map(({ index }) => insert(index, 'headwater.'));
  const content = `${opening}${lines.replaceAll(reference, 'headwater.')}`;
  return [
    ...moved.map((member) => remove(text, member)),
    insert(present?.end ?? first.start, content),
    ...references,
  ];
}

/** Modules have been named by their paths, and are named by an export. */
function checkExports({ text, root }: Yaml): Finding[] {
  const custom = root.get('custom');
  return blockMembers(text, custom)
    .filter(({ name }) => name === 'later' || name === 'layers')
    .filter(hasPaths)
    .map(({ name, value }) => ({
      file,
      offset: offsetOf(value),
      found: `custom.${name}, by paths of modules`,
      change: `custom.headwater.${name === 'later' ? 'variables' : name}, by the name of an export of the module`,
    }));
}

function hasPaths({ value }: Member): boolean {
  return isMap(value) && value.items.some(({ key }) => /\.tsx?$/.test(String(key)));
}

/** The plugin has defaults for them. */
function checkFiles({ text, root }: Yaml): Finding[] {
  const found: Finding[] = [];
  visit(root, {
    Scalar: (key, node, ancestors) => {
      if (key === 'key' || !copiedFile.test(String(node.value))) return;
      const member = loneMember(text, ancestors);
      const finding = { file, offset: offsetOf(node), found: `the value ${String(node.value)}` };
      const change = 'remove it: the plugin has a default';
      found.push(member ? { ...finding, change, edits: [remove(text, member)] } : { ...finding, change });
    },
  });
  return found;
}

/** @param node of a document that was parsed. */
function offsetOf(node: unknown): number {
  return (node as Node).range?.[0] ?? 0;
}
