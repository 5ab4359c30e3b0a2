/** `produces`, `consumes` and `x-text-types`. Results are JSON; bodies are JSON, forms, or texts for the handler. */

import { quote, type SourceNode } from '../../source/source-node.ts';

const multipart = 'multipart/form-data';
const formMediaTypes = ['application/x-www-form-urlencoded', multipart];

export interface MediaTypes {
  /** Never empty: has the default if none is declared. */
  readonly json: readonly string[];
  readonly form: readonly string[];
}

const defaults: MediaTypes = { json: ['application/json'], form: [] };

/** Reads the media types of a resource or an operation. An operation inherits from its resource. */
export function readMediaTypes(
  node: SourceNode,
  key: 'produces' | 'consumes',
  inherited: MediaTypes = defaults,
): MediaTypes {
  const list = node.member(key);
  if (!list?.expect('array')) return inherited;
  const types = list.items().map(({ value }) => String(value).split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const json = types.filter((type) => /^application\/(?:json|[\w.-]+\+json)$/.test(type));
  const form = types.filter((type) => key === 'consumes' && formMediaTypes.includes(type));
  const others = types.filter((type) => !json.includes(type) && !form.includes(type) && type !== '*/*');
  if (others.length > 0) {
    const accepted =
      key === 'produces'
        ? 'application/json, or a type that ends in +json: every response is JSON'
        : `application/json, or a type that ends in +json, ${formMediaTypes.join(' and ')}`;
    list.report('W-MEDIA-TYPE', `${others.map(quote).join(', ')}, not served`, accepted);
  }
  return { json: json.length > 0 ? [...new Set(json)] : defaults.json, form };
}

/** A form with a file is multipart. Without one, clients may use both types unless `consumes` restricts them. */
export function mediaTypesOfForm({ form }: MediaTypes, file: SourceNode | undefined): string[] {
  if (!file) return form.length > 0 ? [...form] : [...formMediaTypes];
  if (form.length > 0 && !form.includes(multipart)) {
    const accepted = `${multipart}, which is used instead`;
    file.report('W-MEDIA-TYPE', `a File in ${form.join(', ')}`, accepted);
  }
  return [multipart];
}

/**
 * RFC 6838 section 4.2, in lower case. Forms have readers of their own; application/json stands for all types with the
 * suffix.
 */
const textTypePattern =
  /^(?!application\/x-www-form-urlencoded$|multipart\/|.*\+json$)[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/**
 * `x-text-types`: media types of bodies that the handler reads itself.
 *
 * @param hasBody the operation has a body that is not a form.
 */
export function readTextTypes(node: SourceNode, hasBody: boolean): readonly string[] | undefined {
  const declared = node.member('x-text-types');
  if (!declared?.expect('array')) return undefined;
  if (!hasBody) declared.report('E-BODY', 'x-text-types without a body parameter', 'a body beside it');
  const types = declared.items().flatMap((item) => {
    if (typeof item.value === 'string' && textTypePattern.test(item.value)) return [item.value];
    const accepted =
      'application/json, or a media type in lower case that is neither JSON nor a form, such as "text/csv"';
    item.report('E-BODY', quote(item.value), accepted);
    return [];
  });
  return types.length > 0 ? [...new Set(types)] : undefined;
}
