/** `style` and `explode` of a parameter: how its list is sent. */

import type { InputPlace, ListForm } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** OpenAPI 3.1 section 4.7.12.2.1: the first is the default. */
const styles: Readonly<Record<InputPlace, readonly [string, ...string[]]>> = {
  path: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited'],
  header: ['simple'],
};

const separated: Readonly<Record<string, ListForm>> = {
  form: 'commas',
  spaceDelimited: 'spaces',
  pipeDelimited: 'pipes',
};

/** @returns undefined for a style that is not supported, which is reported. For a single value, all known styles are equal. */
export function readListForm(
  node: SourceNode,
  { place, isList }: { readonly place: InputPlace; readonly isList: boolean },
  report: Report,
): { readonly listForm?: ListForm } | undefined {
  const declared = node.member('style');
  const style = declared ? String(declared.value) : styles[place][0];
  if (declared && !styles[place].includes(style)) {
    const accepted = styles[place].map(quote).join(', ');
    report(declared.diagnose('E-UNSUPPORTED', `the style ${quote(declared.value)}`, accepted));
    return undefined;
  }
  const form = separated[style];
  if (!isList || !form) return {};
  const isExploded = node.member('explode')?.value ?? style === 'form';
  return { listForm: isExploded === true ? 'repeated' : form };
}
