/** `produces` and `consumes`. Results are JSON; bodies are JSON or forms. */

import type { Report } from '../../source/problem.ts';
import { expectType, items, member, problemAt, quote, type SourceNode } from '../../source/source-node.ts';

const jsonMediaType = 'application/json';
const formMediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
const [, multipart] = formMediaTypes;

export interface MediaTypes {
  /** Never empty: has the default if none is declared. */
  readonly json: readonly string[];
  readonly form: readonly string[];
}

const defaults: MediaTypes = { json: [jsonMediaType], form: [] };

/** Reads the media types of a resource or an operation. An operation inherits those of its resource. */
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

/** A form with a file is multipart. Without one, clients may use both types unless `consumes` restricts them. */
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
