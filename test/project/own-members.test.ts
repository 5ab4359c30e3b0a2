/**
 * Tables are read by own members alone: a name of a document or of a request may be one that every object inherits, such as
 * `constructor`.
 *
 * @module-tag project
 */

import { relative } from 'node:path';
import { type ElementAccessExpression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isSatisfiesExpression,
  isSpreadAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

let api: API;
let project: Project;

beforeAll(() => {
  api = new API({ cwd: repository });
  const [first] = api.updateSnapshot({ openProject: `${repository}/tsconfig.json` }).getProjects();
  if (!first) throw new Error('tsconfig.json has no project.');
  project = first;
});
afterAll(() => api.close());

/** Objects of the platform: the environment and the loaded modules decide their names. */
const platform = ['process.env', 'require.cache'];

/** Whether an object is a table: a constant of members that are written out, one within it, or the member of an object. */
function isTable(node: Node, checker: Checker): boolean {
  if (isElementAccessExpression(node)) return isTable(node.expression, checker);
  if (isPropertyAccessExpression(node)) return hasNames(node, checker);
  if (!isIdentifier(node)) return isWrittenOut(node);
  const named = checker.getSymbolAtLocation(node);
  const symbol = named && named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  const declared = symbol?.valueDeclaration?.resolve(project);
  return declared !== undefined && isVariableDeclaration(declared) && isWrittenOut(declared.initializer);
}

function hasNames(node: Node, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(node);
  const present = type && checker.getNonNullableType(type);
  const known = present ? checker.getIndexInfosOfType(present) : [];
  return known.some(({ keyType }) => (keyType.flags & TypeFlags.String) !== 0);
}

function isWrittenOut(value: Node | undefined): boolean {
  if (!value) return false;
  if (isAsExpression(value) || isSatisfiesExpression(value) || isParenthesizedExpression(value))
    return isWrittenOut(value.expression);
  // A copy has the names of what it copies.
  return isObjectLiteralExpression(value) && value.properties.some((each) => !isSpreadAssignment(each));
}

/** Whether the statement around it asks for the own member first. */
function isGuarded(node: ElementAccessExpression): boolean {
  const guard = `Object.hasOwn(${node.expression.getText()}, ${node.argumentExpression.getText()})`;
  let around: Node = node;
  while (around.parent.kind !== SyntaxKind.SourceFile) around = around.parent;
  return around.getText().includes(guard);
}

function isWritten(node: ElementAccessExpression): boolean {
  const { parent } = node;
  if (isBinaryExpression(parent))
    return parent.left === node && parent.operatorToken.kind === SyntaxKind.EqualsToken;
  return parent.kind === SyntaxKind.DeleteExpression;
}

function readsIn(node: Node, checker: Checker): ElementAccessExpression[] {
  const found: ElementAccessExpression[] = [];
  const visit = (each: Node): void => {
    if (isElementAccessExpression(each) && isReadByName(each, checker)) found.push(each);
    each.forEachChild(visit);
  };
  visit(node);
  return found;
}

function isReadByName(node: ElementAccessExpression, checker: Checker): boolean {
  const key = checker.getTypeAtLocation(node.argumentExpression);
  const isName = key !== undefined && (key.flags & TypeFlags.String) !== 0;
  return isName && !platform.includes(node.expression.getText()) && isTable(node.expression, checker);
}

test('every table of lib is read by own members', () => {
  const { program, checker } = project;
  const names = program.getSourceFileNames().filter((name) => name.startsWith(`${repository}/lib/`));
  expect(names.length).toBeGreaterThan(500);
  const unguarded = names.flatMap((name) => {
    const file = program.getSourceFile(name);
    if (!file) return [];
    return readsIn(file, checker)
      .filter((node) => !isGuarded(node) && !isWritten(node))
      .map(
        (node) =>
          `${relative(repository, name)}:${file.text.slice(0, node.end).split('\n').length} ${node.getText()}`,
      );
  });
  expect(unguarded, 'read them with ownMember of lib/headwater/shared/json/own-member.ts').toEqual([]);
});
