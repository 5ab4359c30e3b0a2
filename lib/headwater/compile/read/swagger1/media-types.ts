/**
 * Media types of requests and results, and what results are offered in besides: versions (`x-media-versions`) and other forms
 * (`x-media-types`). A form of a request is one of HTML.
 */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../shared/json/is-object.ts';
import type { VersionPlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isNever } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { warnOfNearType } from '../common/near-media-types.ts';
import { readTypeName, typeNameNode } from './data-type.ts';
import type { TypeContext } from './model-names.ts';
import { namedTypeOf } from './type-names.ts';

const multipart = 'multipart/form-data';
const formMediaTypes = ['application/x-www-form-urlencoded', multipart];

/** Results are JSON; bodies are JSON, forms, or texts for the handler. */
const defaults = ['application/json'];

export function isFormType(type: string): boolean {
  return formMediaTypes.includes(type);
}

function isJsonType(type: string): boolean {
  return /^application\/(?:json|[\w.-]+\+json)$/.test(type);
}

/**
 * Reads the media types of a resource or an operation. An operation inherits from its resource.
 *
 * @returns types of JSON, at least the default, and types of forms.
 */
export function readMediaTypes(
  node: SourceNode,
  key: 'produces' | 'consumes',
  inherited: readonly string[] = defaults,
): readonly string[] {
  const list = node.member(key);
  if (!list?.expect('array')) return inherited;
  const types = list.items().map(({ value }) => String(value).split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const json = types.filter((type) => isJsonType(type));
  const form = types.filter((type) => key === 'consumes' && isFormType(type));
  const others = types.filter((type) => !json.includes(type) && !form.includes(type) && type !== '*/*');
  if (others.length > 0) {
    const accepted =
      key === 'produces'
        ? 'application/json, or a type that ends in +json: every response is JSON'
        : `application/json, or a type that ends in +json, ${formMediaTypes.join(' and ')}`;
    list.report('W-MEDIA-TYPE', `${others.map(quote).join(', ')}, not served`, accepted);
  }
  return [...(json.length > 0 ? new Set(json) : defaults), ...form];
}

/** A form with a file is multipart. Without one, clients may use both types unless `consumes` restricts them. */
export function mediaTypesOfForm(consumes: readonly string[], file: SourceNode | undefined): string[] {
  const form = consumes.filter(isFormType);
  if (!file) return form.length > 0 ? form : [...formMediaTypes];
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
  const accepted =
    'application/json, or a media type in lower case that is neither JSON nor a form, such as "text/csv"';
  const types = declared.items().flatMap((item) => {
    const type = item.matching(textTypePattern, 'E-BODY', accepted);
    if (type !== undefined) warnOfNearType(type, item, isJsonType);
    return type ?? [];
  });
  return types.length > 0 ? [...new Set(types)] : undefined;
}

/** RFC 6838 section 4.2 allows more characters, and 127 of them for the whole name. */
const vendorPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** RFC 6838 section 4.2, in lower case. */
const jsonOfferPattern = /^application\/[a-z0-9][a-z0-9!#$&^_.-]{0,63}\+json$/;
/** Not JSON. */
const textOfferPattern = /^(?:application|text)\/(?!json$)[a-z0-9][a-z0-9!#$&^_.-]{0,63}$/;
const versionPattern = /^[1-9]\d{0,2}$/;

/** The vendor in the media types of this service. Undefined if there is none. */
export function readMediaVendor(listing: SourceNode): string | undefined {
  const node = listing.member('x-media-vendor');
  const vendor = listing.text('x-media-vendor');
  const accepted =
    'up to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit, e.g. "headwater"';
  if (vendor !== undefined) node?.matching(vendorPattern, 'E-MEDIA-VERSION', accepted);
  // Invalid but present; report no follow-on errors.
  return node && (vendor ?? '');
}

/**
 * Media types of the response, the default first. `produces` is version 1. With a vendor, each version has a media type of
 * its own as well. Other forms come last.
 *
 * @param json what `produces` says.
 */
export function readOfferedTypes(
  node: SourceNode,
  result: Schema | undefined,
  json: readonly string[],
  vendor: string | undefined,
  context: TypeContext,
): { readonly produces: readonly string[]; readonly versions?: readonly VersionPlan[] } {
  const own = vendor === undefined ? undefined : `application/vnd.${vendor}-v`;
  const isTaken = (type: string) => json.includes(type) || isBelow(type, own);
  const later = readLaterVersions(node, result, own, context);
  const offered = readOffers(node, 'x-media-types', result, context, isTaken);
  if (!result) return { produces: [] };
  const versions = [[1, result] as const, ...later].map(([version, schema]): VersionPlan => {
    const mediaType = own === undefined ? (json[0] ?? '') : `${own}${version}+json`;
    return { runtime: { version, mediaType }, schema };
  });
  const others = offered.map(({ name, schema }) => ({ runtime: { version: name, mediaType: name }, schema }));
  const all = [...versions, ...others];
  const types = all.map(({ runtime }) => runtime.mediaType);
  // `produces` names only types of version 1.
  const wrong = json.filter((type) => type !== types[0] && isBelow(type, own));
  if (wrong.length > 0) {
    const accepted = 'x-media-versions, which declares the media type of each version';
    const found = `${wrong.map(quote).join(', ')} in produces`;
    node.at('produces').report('E-MEDIA-VERSION', found, accepted);
  }
  return { produces: [...new Set([...json, ...types])], ...(all.length > 1 ? { versions: all } : {}) };
}

function isBelow(type: string, prefix: string | undefined): boolean {
  return prefix !== undefined && type.startsWith(prefix);
}

/** Version 1 is the result itself. It may be declared again, with the same type. */
function readLaterVersions(
  node: SourceNode,
  result: Schema | undefined,
  own: string | undefined,
  context: TypeContext,
): (readonly [version: number, schema: Schema])[] {
  const declared = node.member('x-media-versions');
  if (isObject(declared?.value) && own === undefined) {
    const accepted = '"x-media-vendor" in the listing, the name in their media types, e.g. "headwater"';
    declared?.report('E-MEDIA-VERSION', 'versions in a service without x-media-vendor', accepted);
  }
  return readOffers(node, 'x-media-versions', result, context).flatMap(({ name, at, schema }) => {
    if (name !== '1') return [[Number(name), schema] as const];
    if (!result || isDeepStrictEqual(schema, result)) return [];
    const accepted = 'no version 1 here, or the type of the result, which is version 1';
    at.report('E-MEDIA-VERSION', `${quote(at.value)} as version 1`, accepted, { path: at.path });
    return [];
  });
}

/** The extensions that name types. Other forms of the result: a text is sent as it is, anything else as JSON. */
const offers = {
  'x-media-versions': {
    what: 'version',
    isName: (name: string) => versionPattern.test(name),
    accepted: 'a version from 1 to 999, digits only',
  },
  'x-media-types': {
    what: 'form',
    isName: (name: string, type: unknown) =>
      jsonOfferPattern.test(name) || (type === 'string' && textOfferPattern.test(name)),
    accepted:
      'a type that ends in +json, or one of a "string", which is neither in produces nor that of a version',
  },
} as const;

/** The members of such an extension that can be read; an operation without a result has none. */
function readOffers(
  node: SourceNode,
  key: keyof typeof offers,
  result: Schema | undefined,
  context: TypeContext,
  isTaken = (_name: string) => false,
): { readonly name: string; readonly at: SourceNode; readonly schema: Schema }[] {
  const declared = node.member(key);
  if (!declared?.expect('object')) return [];
  const { what, isName, accepted } = offers[key];
  const type = node.member('$ref') ?? typeNameNode(node);
  // One that could not be read is reported there.
  const isVoid = type ? isNever(namedTypeOf(String(type.value))?.schema ?? {}) : !result;
  const found = `${what}s of an operation without a result`;
  if (isVoid) declared.report('E-MEDIA-VERSION', found, `no ${what}s, or a result`);
  return declared.members().flatMap(([name, at]) => {
    const isOffer = isName(name, at.value) && !isTaken(name);
    if (!isOffer) at.report('E-MEDIA-VERSION', `the ${what} ${quote(name)}`, accepted);
    else if (key === 'x-media-types') warnOfNearType(name, at, isJsonType);
    const schema = isOffer ? readTypeName(at, context) : undefined;
    return schema ? [{ name, at, schema }] : [];
  });
}
