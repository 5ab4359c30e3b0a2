/** References to models, and what schemas say of values at all. */

import type { Schema } from '../../shared/plan/schema.ts';
import { partsOf } from './walk.ts';

interface Reference {
  readonly id: string;
  /** Whether it means the model alone, without its sub types. */
  readonly isObject: boolean;
}

const [anyOfModel, objectOfModel] = ['#/$defs/', '#/definitions/'];

/** A JSON pointer (RFC 6901) in a URI fragment. */
function escaped(id: string): string {
  return encodeURIComponent(id.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The model or any of its sub types. */
export function referenceTo(id: string): { readonly $ref: string } {
  return { $ref: `${anyOfModel}${escaped(id)}` };
}

/** The model alone, as a part of another one. */
export function objectReference(id: string): { readonly $ref: string } {
  return { $ref: `${objectOfModel}${escaped(id)}` };
}

export function modelReference({ $ref }: Schema): Reference | undefined {
  if ($ref === undefined) return undefined;
  const name = $ref.slice($ref.indexOf('/', 2) + 1);
  const id = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  return { id, isObject: $ref.startsWith(objectOfModel) };
}

/** The id of the model if the schema names one and says nothing more of its values. */
export function modelOf(schema: Schema): string | undefined {
  const target = modelReference(schema);
  if (!target || target.isObject) return undefined;
  return Object.keys(schema).every((keyword) => keyword === '$ref' || isAnnotation(keyword))
    ? target.id
    : undefined;
}

const annotations = [
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
  ...['externalDocs', 'xml', '$comment'],
];

/** Whether a keyword says nothing of which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || (keyword.startsWith('x-') && keyword !== 'x-message');
}

/** What the schema says beside which values are valid. */
export function annotationsOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

/** The schema without what says nothing of which values are valid. */
export function withoutAnnotations(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}

/** No value is valid. */
export const never: Schema = { not: {} };

/** Bytes, or a text as it is sent: no schema says more of them (OpenAPI 3.1 section 4.7.14.1). */
export const bytes: Schema = { contentMediaType: 'application/octet-stream' };

export function isBytes({ contentMediaType, type }: Schema): boolean {
  return contentMediaType === bytes.contentMediaType && type === undefined;
}

export function isNever({ not }: Schema): boolean {
  return not !== undefined && isAny(not);
}

/** Whether every value is valid. */
export function isAny(schema: Schema): boolean {
  return Object.keys(schema).every(isAnnotation);
}

/** Whether other members than the declared ones are allowed, whatever their values. */
export function isOpen({ additionalProperties }: Schema): boolean {
  return additionalProperties === undefined || isAny(additionalProperties);
}

/** The references in a schema, at any depth. */
export function referencesIn(schema: Schema): Reference[] {
  const own = modelReference(schema);
  const within = partsOf(schema).flatMap(referencesIn);
  return own ? [own, ...within] : within;
}

/** The models that a schema refers to directly. */
export function modelsNamedIn(schema: Schema): string[] {
  return referencesIn(schema).map(({ id }) => id);
}
