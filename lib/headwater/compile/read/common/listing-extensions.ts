/** The project's own problems, which extensions of the listing declare. */

import { type DeclaredProblem, problemTypes } from '../../../shared/errors.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { ReadContext } from './read-context.ts';

/** A code becomes the end of a URI and the name of a constant. */
const codePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** `x-problems`: the problems of a project's own, each with its code, status and title. */
export function readDeclaredProblems(listing: SourceNode): readonly DeclaredProblem[] {
  const declared = listing.member('x-problems');
  if (!declared?.expect('object')) return [];
  return declared.members().flatMap(([code, node]) => readProblem(code, node) ?? []);
}

function readProblem(code: string, node: SourceNode): DeclaredProblem | undefined {
  if (Object.hasOwn(problemTypes, code))
    return node.report('E-DUPLICATE', `the problem ${quote(code)} of every service`, 'another code');
  if (!codePattern.test(code)) {
    const accepted = 'lower-case words with underscores between them, such as "already_sold"';
    return node.report('E-NAME', `the problem ${quote(code)}`, accepted);
  }
  if (!node.expect('object')) return undefined;
  const status = node.member('status');
  const number = Number(status?.value);
  const title = node.text('title');
  const isStatus = typeof status?.value === 'number' && Number.isInteger(number);
  if (!isStatus || number < 400 || number > 599) {
    const found = status ? quote(status.value) : 'no status';
    return node.at('status').report('E-SHAPE', found, 'a status from 400 to 599');
  }
  if (title) return { code, status: number, title };
  return node.report('E-SHAPE', 'no title', 'a title: what the problem is, in a few words');
}

/** `x-problems` of a response: the codes of the problems that the handler throws with its status. */
export function readResponseProblems(
  response: SourceNode,
  { problems = [] }: Pick<ReadContext, 'report' | 'problems'>,
): readonly string[] | undefined {
  const codes = [...Object.keys(problemTypes), ...problems.map(({ code }) => code)];
  const accepted = 'a code of docs/problems.md of the package headwater, or of "x-problems" of the listing';
  const list = response.list('x-problems', 'remove');
  return list?.flatMap((node) => node.knownName(codes, 'W-RESPONSE', 'the problem', accepted) ?? []);
}
