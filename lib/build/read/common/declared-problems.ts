/** `x-problems` of the listing: the problems of a project's own, each with its code, status and title. */

import { type DeclaredProblem, problemTypes } from '../../../shared/errors.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { ReadContext } from './read-context.ts';

/** A code becomes the end of a URI and the name of a constant. */
const codePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

export function readDeclaredProblems(listing: SourceNode): readonly DeclaredProblem[] {
  const declared = listing.member('x-problems');
  if (!declared?.expect('object')) return [];
  const free = declared.members().filter(([code, node]) => isFreeCode(code, node) && node.expect('object'));
  return free.flatMap(([code, node]) => readProblem(code, node));
}

function isFreeCode(code: string, node: SourceNode): boolean {
  const isStandard = Object.hasOwn(problemTypes, code);
  if (isStandard) node.report('E-DUPLICATE', `the problem ${quote(code)} of every service`, 'another code');
  else if (!codePattern.test(code)) {
    const accepted = 'lower-case words with underscores between them, such as "already_sold"';
    node.report('E-NAME', `the problem ${quote(code)}`, accepted);
  }
  return !isStandard && codePattern.test(code);
}

function readProblem(code: string, node: SourceNode): readonly DeclaredProblem[] {
  const status = node.member('status');
  const number = Number(status?.value);
  const title = node.text('title');
  const isStatus = typeof status?.value === 'number' && Number.isInteger(number);
  if (!isStatus || number < 400 || number > 599) {
    const found = status ? quote(status.value) : 'no status';
    node.at('status').report('E-SHAPE', found, 'a status from 400 to 599');
    return [];
  }
  if (title) return [{ code, status: number, title }];
  node.report('E-SHAPE', 'no title', 'a title: what the problem is, in a few words');
  return [];
}

/** `x-problems` of a response: the codes of the problems that the handler throws with its status. */
export function readResponseProblems(
  response: SourceNode,
  { problems = [] }: Pick<ReadContext, 'report' | 'problems'>,
): readonly string[] | undefined {
  const codes = [...Object.keys(problemTypes), ...problems.map(({ code }) => code)];
  return response.list('x-problems', 'remove')?.flatMap((node) => {
    if (typeof node.value === 'string' && codes.includes(node.value)) return [node.value];
    const meant = nearSpelling(String(node.value), codes);
    const accepted =
      meant === undefined ? 'a code of docs/problems.md, or of "x-problems" of the listing' : quote(meant);
    node.report('W-RESPONSE', `the problem ${quote(node.value)}`, accepted);
    return [];
  });
}
