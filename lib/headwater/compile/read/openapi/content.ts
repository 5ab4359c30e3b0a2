/** Media types of bodies and responses. */

import { equal } from '../../../shared/json/equal.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { warnOfNearType } from '../common/near-media-types.ts';
import { saysMore, without } from './keywords.ts';

export interface MediaContent {
  /** Media types of JSON, which share a schema. */
  readonly json: readonly string[];
  readonly form: readonly string[];
  readonly text: readonly string[];
  /** Other media types, if there is neither JSON nor a form: the handler itself reads or writes them. */
  readonly others: readonly string[];
  /** The schema of JSON, else of the form. Absent: anything. */
  readonly schema?: SourceNode;
  /** The media type objects of JSON, or of the form. */
  readonly media: readonly SourceNode[];
}

const jsonType = /^application\/(?:json|[\w.+-]+\+json)$/;
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function isChecked(type: string): boolean {
  return jsonType.test(type) || formTypes.includes(type);
}

/** RFC 6838 section 4.2, in lower case; or a range of such types. */
const mediaTypePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,63})$/;

/** @param isSent of a request: a response has no forms. */
export function readContent(node: SourceNode, isSent: boolean): MediaContent {
  const typed = node.membersOf('content').map(([text, media]) => {
    const [name = ''] = text.split(';', 1);
    return { name: name.trim().toLowerCase(), media };
  });
  const json = withOneSchema(typed.filter(({ name }) => jsonType.test(name) || name === '*/*'));
  const isJson = json.length > 0;
  const text = typed.filter(({ name }) => isSent && isJson && name.startsWith('text/'));
  const form = withOneSchema(typed.filter(({ name }) => isSent && !isJson && formTypes.includes(name)));
  const others = isJson || form.length > 0 ? [] : typed.filter(({ name }) => mediaTypePattern.test(name));
  const used = [...json, ...text, ...form, ...others];
  const left = typed.filter((each) => !used.includes(each));
  if (left.length > 0) {
    const found = `${left.map(({ name }) => quote(name)).join(', ')}, not served`;
    const isForm = form.length > 0;
    const isAnother = left.some(({ name }) =>
      isForm ? formTypes.includes(name) : isJson && jsonType.test(name),
    );
    const usual = isForm ? formTypes.join(' or ') : 'application/json, or a type that ends in +json';
    const code = used.length === 0 ? 'E-UNSUPPORTED' : 'W-MEDIA-TYPE';
    node.at('content').report(code, found, isAnother ? 'one schema for all media types' : usual);
  }
  for (const { name, media } of [...text, ...others]) warnOfNearType(name, media, isChecked);
  const media = [...json, ...form].map((each) => each.media);
  warnOfTextLimits(used);
  return {
    json: [...new Set(json.map(({ name }) => (name === '*/*' ? 'application/json' : name)))],
    form: form.map(({ name }) => name),
    text: text.map(({ name }) => name),
    others: [...new Set(others.map(({ name }) => name))],
    media,
    ...omitUndefined({ schema: media[0]?.member('schema') }),
  };
}

type TypedMedia = Readonly<{ name: string; media: SourceNode }>;

/** The media types that share the schema of application/json, or else of the first one. */
function withOneSchema(all: readonly TypedMedia[]): readonly TypedMedia[] {
  const usual = all.find(({ name }) => name === 'application/json') ?? all[0];
  const schemaOf = (each: TypedMedia | undefined) => each?.media.member('schema')?.value;
  return all.filter((each) => equal(schemaOf(each), schemaOf(usual)));
}

/** A handler gets a text as it was sent. */
function warnOfTextLimits(used: readonly TypedMedia[]): void {
  for (const { name, media } of used.filter(({ name }) => name.startsWith('text/'))) {
    const schema = media.member('schema');
    if (!schema || !saysMore(without(schema, ['type']))) continue;
    const found = `the schema of ${quote(name)}, which is not checked`;
    schema.report('W-UNSUPPORTED', found, 'a handler that checks what it gets');
  }
}
