/**
 * `x-media-vendor` of the listing, `x-media-versions` and `x-media-types` of operations: the media type of each version
 * and of each other form of a result.
 */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../shared/json/is-object.ts';
import type { VersionPlan } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isNever } from '../../schema/references.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { hasJsonValue, readTypeName, typeNameNode } from './data-type.ts';
import type { TypeContext } from './model-names.ts';
import { namedTypeOf } from './type-names.ts';

/** RFC 6838 section 4.2 allows more characters, and 127 of them for the whole name. */
const vendorPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** RFC 6838 section 4.2, in lower case. */
const formPattern = /^application\/[a-z0-9][a-z0-9!#$&^_.-]{0,63}\+json$/;
/** Not JSON. */
const textFormPattern = /^(?:application|text)\/(?!json$)[a-z0-9][a-z0-9!#$&^_.-]{0,63}$/;
const versionPattern = /^[1-9]\d{0,2}$/;

/** The vendor in the media types of this service. Undefined if there is none. */
export function readMediaVendor(listing: SourceNode): string | undefined {
  const node = listing.member('x-media-vendor');
  const vendor = listing.text('x-media-vendor');
  if (!node || (vendor !== undefined && vendorPattern.test(vendor))) return vendor;
  const accepted =
    'up to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit, e.g. "headwater"';
  if (vendor !== undefined) node.report('E-MEDIA-VERSION', quote(vendor), accepted);
  // Invalid but present; report no follow-on errors.
  return vendor ?? '';
}

interface Offer {
  readonly result: Schema | undefined;
  /** What `produces` says. */
  readonly json: readonly string[];
  readonly vendor: string | undefined;
}

interface OfferedTypes {
  /** Media types of the response, the default first. */
  readonly produces: readonly string[];
  readonly versions?: readonly VersionPlan[];
}

/** `produces` is version 1. With a vendor, each version has a media type of its own as well. Other forms come last. */
export function readOfferedTypes(
  node: SourceNode,
  { result, json, vendor }: Offer,
  context: TypeContext,
): OfferedTypes {
  const later = readLaterVersions(node, { result, vendor }, context);
  const forms = readForms(node, { result, json, vendor }, context);
  if (!result) return { produces: [] };
  const typeOf = (version: number) =>
    vendor === undefined ? (json[0] ?? '') : typeOfVersion(vendor, version);
  const versions: VersionPlan[] = [[1, result] as const, ...later].map(([version, schema]) => ({
    runtime: { version, mediaType: typeOf(version) },
    schema,
  }));
  if (vendor !== undefined) reportLaterTypes(node, json, { vendor, first: typeOf(1) });
  const all = [...versions, ...forms];
  return {
    produces: [...new Set([...json, ...all.map(({ runtime }) => runtime.mediaType)])],
    ...(all.length > 1 ? { versions: all } : {}),
  };
}

/** `x-media-types`: other forms of the result, by their media types. */
function readForms(node: SourceNode, { result, json, vendor }: Offer, context: TypeContext): VersionPlan[] {
  return readOffers(node, ['x-media-types', 'forms'], result).flatMap(([mediaType, at]) => {
    const isOwn = vendor !== undefined && mediaType.startsWith(`application/vnd.${vendor}-v`);
    if (!isForm(mediaType, at) || json.includes(mediaType) || isOwn) {
      const accepted =
        'a type that ends in +json, or one of a "string", which is neither in produces nor that of a version';
      at.report('E-MEDIA-VERSION', `the form ${quote(mediaType)}`, accepted);
      return [];
    }
    const schema = readVersionType(at, context);
    return schema ? [{ runtime: { version: mediaType, mediaType }, schema }] : [];
  });
}

/** A text is sent as it is, anything else as JSON. */
function isForm(mediaType: string, { value }: SourceNode): boolean {
  return formPattern.test(mediaType) || (value === 'string' && textFormPattern.test(mediaType));
}

function typeOfVersion(vendor: string, version: number): string {
  return `application/vnd.${vendor}-v${version}+json`;
}

/** Version 1 is the result itself. It may be declared again, with the same type. */
function readLaterVersions(
  node: SourceNode,
  { result, vendor }: Pick<Offer, 'result' | 'vendor'>,
  context: TypeContext,
): (readonly [version: number, schema: Schema])[] {
  const declared = node.member('x-media-versions');
  if (isObject(declared?.value) && vendor === undefined) {
    const found = 'versions in a service without x-media-vendor';
    const accepted = '"x-media-vendor" in the listing, the name in their media types, e.g. "headwater"';
    (declared ?? node).report('E-MEDIA-VERSION', found, accepted);
  }
  return readOffers(node, ['x-media-versions', 'versions'], result).flatMap(([key, at]) => {
    if (!versionPattern.test(key)) {
      const accepted = 'a version from 1 to 999, digits only';
      at.report('E-MEDIA-VERSION', `the version ${quote(key)}`, accepted);
      return [];
    }
    const schema = readVersionType(at, context);
    if (!schema) return [];
    if (key !== '1') return [[Number(key), schema] as const];
    if (!result || isDeepStrictEqual(schema, result)) return [];
    const accepted = 'no version 1 here, or the type of the result, which is version 1';
    at.report('E-MEDIA-VERSION', `${quote(at.value)} as version 1`, accepted, { path: at.path });
    return [];
  });
}

/** The members of an extension that names types; an operation without a result has none. */
function readOffers(
  node: SourceNode,
  [key, what]: readonly [key: string, what: string],
  result: Schema | undefined,
): [name: string, at: SourceNode][] {
  const declared = node.member(key);
  if (!declared?.expect('object')) return [];
  const type = node.member('$ref') ?? typeNameNode(node);
  // One that could not be read is reported there.
  const isVoid = type ? isNever(namedTypeOf(String(type.value))?.schema ?? {}) : !result;
  const found = `${what} of an operation without a result`;
  if (isVoid) declared.report('E-MEDIA-VERSION', found, `no ${what}, or a result`);
  return declared.members();
}

function readVersionType(at: SourceNode, context: TypeContext): Schema | undefined {
  if (at.expect('string', { path: at.path }) === undefined) return undefined;
  const schema = readTypeName(at, context);
  if (!schema || hasJsonValue(schema)) return schema;
  at.report('E-TYPE', quote(at.value), 'a type that has a JSON value');
  return undefined;
}

/** `produces` names only types of version 1: x-media-versions declares the later ones. */
function reportLaterTypes(
  node: SourceNode,
  json: readonly string[],
  { vendor, first }: { readonly vendor: string; readonly first: string },
): void {
  const later = json.filter((type) => type !== first && type.startsWith(`application/vnd.${vendor}-v`));
  if (later.length === 0) return;
  const accepted = 'x-media-versions, which declares the media type of each version';
  const found = `${later.map(quote).join(', ')} in produces`;
  node.at('produces').report('E-MEDIA-VERSION', found, accepted);
}
