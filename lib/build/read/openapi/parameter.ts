/** Parameters of path, query and headers, and the fields of forms, which are sent alike. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { type InputPlace, inputPlaces, type ListForm } from '../../../shared/plan/operation-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { castOf } from '../common/cast-type.ts';
import { readDefault } from '../common/default-value.ts';
import { readSynonyms } from '../common/extensions.ts';
import { readParameterName } from '../common/names.ts';
import type { ReadParameter } from '../common/parameters.ts';
import { unionOf, withChecksOf, withExamplesOf } from './combine-types.ts';
import { defaultNode } from './properties.ts';
import { resolve } from './references.ts';
import type { SchemaContext } from './schema-context.ts';
import { readSchema } from './schema-type.ts';

/** OpenAPI 3.1 section 4.7.12.2.1: such parameters are ignored. */
const ignoredHeaders = /^(?:accept|content-type|authorization)$/i;

export function isIgnored(node: SourceNode): boolean {
  return node.member('in')?.value === 'header' && ignoredHeaders.test(String(node.member('name')?.value));
}

/** @returns undefined if the parameter cannot be read, which is reported. */
export function readOpenApiParameter(
  declared: SourceNode,
  context: SchemaContext,
): ReadParameter | undefined {
  const { report } = context;
  const node = resolve(declared, 'parameters', report);
  if (!node?.expect('object', report)) return undefined;
  const place = readPlace(node, context);
  const name = place && readParameterName(node, place, report);
  const read = readValue(node, { ...context, isBounded: true });
  if (!place || name === undefined || !read) return undefined;
  const { type, schema, isJson, holders } = read;
  const isList = !isJson && type.kind === 'array';
  const form = isJson ? {} : readListForm(node, { place, isList }, report);
  const cast = isJson ? 'json' : form && castOfSent(type, schema ?? node, context);
  if (!form || !cast) return undefined;
  warnOfEmpty(node, { place, type }, report);
  const runtime = {
    name,
    place,
    cast,
    required: place === 'path' || node.flag('required', report),
    isList,
    ...form,
    ...readDefault(schema && defaultNode(schema, type, context), type, report, context.defaults),
    ...omitUndefined({ synonyms: readSynonyms(node, place, report) }),
  };
  const examples = context.examples.ofValue(holders, report);
  const annotations = {
    ...node.describe(report),
    ...examples,
    ...node.extensions(),
    ...deprecation(node, schema, context),
  };
  return { kind: 'input', node, plan: { runtime, type, ...annotations } };
}

/** A parameter is deprecated if it or its schema says so. */
function deprecation(
  node: SourceNode,
  schema: SourceNode | undefined,
  { schemas, report }: SchemaContext,
): { readonly isDeprecated?: true } {
  const said = node.member('deprecated') ?? (schema && schemas.said('deprecated', schema));
  return said?.asFlag(report) ? { isDeprecated: true } : {};
}

function readPlace(node: SourceNode, { report }: SchemaContext): InputPlace | undefined {
  const at = node.member('in');
  const place = inputPlaces.find((each) => each === at?.value);
  if (place) return place;
  const code = at?.value === 'cookie' ? 'E-UNSUPPORTED' : 'E-PARAM';
  report((at ?? node).diagnose(code, at ? quote(at.value) : 'no in', 'path, query or header'));
  return undefined;
}

interface ReadValue {
  readonly type: TypePlan;
  readonly schema?: SourceNode;
  readonly isJson: boolean;
  /** The nodes that may have examples: the parameter, and its media type. */
  readonly holders: readonly SourceNode[];
}

function readValue(node: SourceNode, context: SchemaContext): ReadValue | undefined {
  const content = node.member('content');
  const json = content?.member('application/json');
  if (content && !json) {
    const found = 'content that is not JSON';
    context.report(content.diagnose('E-UNSUPPORTED', found, 'application/json, or a schema'));
    return undefined;
  }
  if (content) warnOfUnread(node, content, context.report);
  const schema = (json ?? node).member('schema');
  const type: TypePlan | undefined = schema ? readSchema(schema, context) : { kind: 'string' };
  const isJson = json !== undefined;
  if (isJson && type && type.kind !== 'object' && type.kind !== 'model') {
    const found = `JSON of type ${type.kind} in a parameter`;
    context.report((schema ?? json).diagnose('E-UNSUPPORTED', found, 'an object'));
    return undefined;
  }
  const holders = json ? [node, json] : [node];
  return type && { type: isJson ? type : withoutNull(type), ...omitUndefined({ schema }), isJson, holders };
}

/** OpenAPI 3.1 section 4.7.12.2: a parameter has a schema or one media type. */
function warnOfUnread(node: SourceNode, content: SourceNode, report: Report): void {
  const schema = node.member('schema');
  if (schema)
    report(schema.diagnose('W-UNSUPPORTED', 'schema beside content, which is ignored', 'one of them'));
  for (const [name, media] of content.members()) {
    if (name === 'application/json') continue;
    report(media.diagnose('W-MEDIA-TYPE', `${quote(name)}, not served`, 'application/json alone'));
  }
}

/** No text of a parameter means null. */
export function withoutNull(type: TypePlan): TypePlan {
  if (type.kind === 'array') return { ...type, items: withoutNull(type.items) };
  if (type.kind !== 'union' || type.discriminator) return type;
  const others = type.of.filter(({ kind }) => kind !== 'null');
  if (others.length === 0) return type;
  return withChecksOf(withExamplesOf(unionOf(others.map(withoutNull), type), [type]), type);
}

/** An empty value is a text, and nothing else. */
function warnOfEmpty(
  node: SourceNode,
  { place, type }: { readonly place: InputPlace; readonly type: TypePlan },
  report: Report,
): void {
  const flag = place === 'query' ? node.member('allowEmptyValue') : undefined;
  if (flag?.value !== true || type.kind === 'string' || type.kind === 'any') return;
  const accepted = 'allowEmptyValue of string; an empty value is refused';
  report(flag.diagnose('W-UNSUPPORTED', `allowEmptyValue of ${type.kind}`, accepted));
}

/** @returns undefined for a type that has no text form, which is reported. */
function castOfSent(type: TypePlan, node: SourceNode, { report }: SchemaContext) {
  const single = type.kind === 'array' ? type.items : type;
  const isObject = single.kind === 'object' || single.kind === 'model';
  const isTuple = type.checks?.lists?.['prefixItems'] !== undefined;
  const cast = isObject || isTuple ? undefined : castOf(single);
  if (cast) return cast;
  const accepted = isObject
    ? 'content of application/json, in which objects are sent as JSON'
    : 'a type that has a text form';
  report(
    node.diagnose(
      'E-UNSUPPORTED',
      isTuple ? 'a list whose items have places' : `a parameter of type ${single.kind}`,
      accepted,
    ),
  );
  return undefined;
}

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
function readListForm(
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
