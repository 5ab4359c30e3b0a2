/** Where the text of `headwater.config.ts` declares the members of its default export, as far as they are literally there. */

import { SourceMap } from 'node:module';
import { type AnyNode, type Expression, type Property, parse } from 'acorn';
import { transformSync } from 'esbuild';
import type { SettingPath } from './rules.ts';

/** Both count from 1. */
export interface MemberPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * @param text that Node.js has loaded.
 * @returns the place of the innermost member on a path that an object or a list of the text has. Undefined if it has none.
 * @example memberPlaces('export default { strict: 1 };')(['strict']) // { line: 1, column: 18 }
 */
export function memberPlaces(text: string): (path: SettingPath) => MemberPlace | undefined {
  const { code, map } = transformSync(text, { loader: 'ts', sourcemap: 'external' });
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const sources = new SourceMap(JSON.parse(map));
  const declared = body.flatMap((node) => (node.type === 'VariableDeclaration' ? node.declarations : []));
  const constants = new Map(declared.map(({ id, init }) => [id.type === 'Identifier' ? id.name : '', init]));
  const exported = body.find((node) => node.type === 'ExportDefaultDeclaration')?.declaration;

  return (path) => {
    let value: AnyNode | null | undefined = exported;
    let found: AnyNode | undefined;
    for (const step of path) {
      const member = memberOf(literal(value, constants), step);
      if (!member) break;
      found = member;
      value = member.type === 'Property' ? member.value : member;
    }
    return found && placeOf(found, sources);
  };
}

/** The object or list itself: the argument of `defineConfig`, or the value of a constant. */
function literal(
  node: AnyNode | null | undefined,
  constants: ReadonlyMap<string, Expression | null | undefined>,
): AnyNode | null | undefined {
  if (node?.type === 'CallExpression') return literal(node.arguments[0], constants);
  return node?.type === 'Identifier' ? constants.get(node.name) : node;
}

/** The last one of several members with one name: it is the one that counts. */
function memberOf(node: AnyNode | null | undefined, step: string | number): AnyNode | null | undefined {
  if (node?.type === 'ArrayExpression') return node.elements[Number(step)];
  if (node?.type !== 'ObjectExpression') return undefined;
  return node.properties.findLast((member) => member.type === 'Property' && nameOf(member) === String(step));
}

function nameOf({ key, computed }: Property): string | undefined {
  if (computed) return undefined;
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
}

function placeOf({ loc }: AnyNode, sources: SourceMap): MemberPlace | undefined {
  if (!loc) return undefined;
  const entry = sources.findEntry(loc.start.line - 1, loc.start.column);
  return 'originalLine' in entry
    ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 }
    : undefined;
}
