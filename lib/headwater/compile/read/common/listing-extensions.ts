/** Extensions of the listing: the project's own problems and pages. */

import { type DeclaredProblem, problemTypes } from '../../../shared/errors.ts';
import type { PagePlan } from '../../../shared/plan/page-files.ts';
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
  const accepted = 'a code of docs/problems.md, or of "x-problems" of the listing';
  const list = response.list('x-problems', 'remove');
  return list?.flatMap((node) => node.knownName(codes, 'W-RESPONSE', 'the problem', accepted) ?? []);
}

/** A name becomes a path, a folder, and the id of a function. */
const namePattern = /^[a-z][a-z0-9]{1,31}$/;

/** The framework has pages of these names. */
const reserved = ['docs', 'reference'];

/** `x-pages`: the pages that the service serves besides its operations. */
export function readDeclaredPages(listing: SourceNode): readonly PagePlan[] {
  const declared = listing.member('x-pages');
  if (!declared?.expect('object')) return [];
  return declared.members().flatMap(([name, node]) => readPage(name, node) ?? []);
}

function readPage(name: string, node: SourceNode): PagePlan | undefined {
  if (!namePattern.test(name) || reserved.includes(name)) {
    const accepted = 'a lower-case word of 2 to 32 letters and digits, such as "console", that is not "docs"';
    return node.report('E-NAME', `the page ${quote(name)}`, accepted);
  }
  if (!node.expect('object')) return undefined;
  const [summary, folder] = [node.text('summary'), node.text('folder')];
  if (!summary) node.at('summary').report('E-SHAPE', 'no summary', 'what the page is for, in a few words');
  const isBelow = folder !== undefined && /^(?:lib|handlers)(?:\/[\w-]+)+$/.test(folder);
  if (!isBelow) {
    const found = folder === undefined ? 'no folder' : quote(folder);
    node.at('folder').report('E-SHAPE', found, 'a folder below lib/ or handlers/, such as "lib/console"');
  }
  return summary && isBelow ? { name, summary, folder } : undefined;
}
