/** `produces` and `consumes`: of what is declared, what can be served, which is JSON and, of bodies, forms. */

import type { Report } from '../source/problem.ts';
import { expectType, items, member, problemAt, quote, type SourceNode } from '../source/source-node.ts';

const jsonMediaType = 'application/json';
const formMediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
const [, multipart] = formMediaTypes;

export interface MediaTypes {
  /** Never empty: what there is by default when none of it is declared. */
  readonly json: readonly string[];
  readonly form: readonly string[];
}

const defaults: MediaTypes = { json: [jsonMediaType], form: [] };

/** Of a resource or an operation; an operation without the member takes what its resource says. */
export function readMediaTypes(
  node: SourceNode,
  key: 'produces' | 'consumes',
  report: Report,
  inherited: MediaTypes = defaults,
): MediaTypes {
  const list = member(node, key);
  if (!list || !expectType(list, 'array', report)) return inherited;
  const types = items(list).map(({ value }) => String(value).split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const json = types.filter((type) => /^application\/(?:json|[\w.-]+\+json)$/.test(type));
  const form = types.filter((type) => key === 'consumes' && isForm(type));
  const others = types.filter((type) => !json.includes(type) && !form.includes(type) && type !== '*/*');
  if (others.length > 0) {
    const accepted =
      key === 'produces'
        ? 'application/json, or a type that ends in +json: every response is JSON'
        : `application/json, or a type that ends in +json, ${formMediaTypes.join(' and ')}`;
    report(problemAt(list, 'W-MEDIA-TYPE', `${others.map(quote).join(', ')}, not served`, accepted));
  }
  return { json: json.length > 0 ? [...new Set(json)] : defaults.json, form };
}

/** A file needs multipart; without one, and unless `consumes` says otherwise, a form may come either way. */
export function mediaTypesOfForm(
  { form }: MediaTypes,
  file: SourceNode | undefined,
  report: Report,
): string[] {
  if (!file) return form.length > 0 ? [...form] : [...formMediaTypes];
  if (form.length > 0 && !form.includes(multipart)) {
    const accepted = `${multipart}, which is used instead`;
    report(problemAt(file, 'W-MEDIA-TYPE', `a File in ${form.join(', ')}`, accepted));
  }
  return [multipart];
}

function isForm(type: string): boolean {
  return formMediaTypes.some((each) => each === type);
}
