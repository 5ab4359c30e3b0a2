/** The body of an operation: JSON, beside it texts, or a form, or else what the handler reads. */

import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import {
  type BodyPlan,
  type FormField,
  type FormFieldPlan,
  isSentAsJson,
  type ListForm,
  mergePatchMediaType,
  type RuntimeBody,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { flat, typeIn } from '../../schema/flat.ts';
import { bytes, isAny, isBytes, mapValues, modelOf, never, subschemas } from '../../schema/walk.ts';
import { swagger2Terms } from '../../source/dialect-terms.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readMaxBytes } from '../common/extensions.ts';
import { maxFormBytes, maxJsonBytes } from '../common/operation.ts';
import { castOf } from '../common/primitive-type.ts';
import { type MediaContent, readContent } from './content.ts';
import { readExamples } from './examples.ts';
import { keywordsOfKind } from './keywords.ts';
import { warnOfRequired } from './merge-patch.ts';
import { sentSchema } from './parameter.ts';
import { resolve } from './references.ts';
import { readSchema } from './schema.ts';
import type { SchemaContext } from './schema-context.ts';

/** @param operation may have `x-max-bytes` and `x-gzip`. */
export function readRequestBody(
  declared: SourceNode,
  operation: SourceNode,
  context: SchemaContext,
): BodyPlan | undefined {
  const node = resolve(declared, 'requestBodies');
  if (!node) return undefined;
  if (node.membersOf('content').length === 0)
    node.at('content').report('W-MEDIA-TYPE', 'no media type, so that no body is read', 'application/json');
  const content = readContent(node, true);
  const { json, form, text, others, media } = content;
  const schema: Schema | undefined = content.schema ? readSchema(content.schema, context) : {};
  if (!schema) return undefined;
  if (json.includes(mergePatchMediaType))
    context.afterwards.push((models) => warnOfRequired(content.schema ?? node, schema, models));
  const examples = readExamples(media, { schema, use: 'request' }, context);
  const annotations = { ...node.describe(), ...examples };
  if (form.length > 0) {
    const read = readFormBody(schema, node, content, operation, context);
    return read && { ...read, ...annotations };
  }
  const mediaTypes = [...json, ...text, ...others];
  if (mediaTypes.length === 0) return undefined;
  const runtime: RuntimeBody = {
    required: node.flag('required'),
    // A file is as large as one of a form.
    maxBytes: readMaxBytes(operation) ?? (others.length > 0 ? maxFormBytes : maxJsonBytes),
    mediaTypes,
    ...omitEmpty({ textTypes: [...text, ...others], acceptsGzip: operation.flag('x-gzip') || undefined }),
  };
  return { runtime, schema: others.length > 0 ? bytes : schema, ...annotations };
}

const uploadType = 'multipart/form-data';

/** @returns undefined if the schema is not of an object, which is reported. */
function readFormBody(
  schema: Schema,
  node: SourceNode,
  { form, schema: at = node, media }: MediaContent,
  operation: SourceNode,
  context: SchemaContext,
): BodyPlan | undefined {
  const { properties: declared, required: needed = [] } = formSchema(schema, at, context) ?? {};
  if (!declared) return undefined;
  const sent = Object.entries(declared).filter(([, { readOnly }]) => !readOnly);
  const properties = mapValues(Object.fromEntries(sent), (each) => asSent(sentSchema(each, context)));
  const required = needed.filter((name) => !ownMember(declared, name)?.readOnly);
  // By default, Swagger 2.0 has commas between the items.
  const listForm = node.file.terms === swagger2Terms ? undefined : 'repeated';
  const fields = Object.entries(properties).map(([name, each]) =>
    fieldOf(name, each, required.includes(name), listForm),
  );
  const isUploaded = fields.some(({ runtime }) => runtime.isFile);
  if (isUploaded) warnOfUnsent(node, form);
  const packed = operation.member('x-gzip');
  if (packed?.asFlag())
    packed.report('W-UNSUPPORTED', 'x-gzip of a form, which is ignored', 'x-gzip of a JSON body');
  const encoding = media.map((each) => each.member('encoding')).find(Boolean);
  if (encoding) reportEncoding(encoding, fields);
  warnOfObjectKeywords(at, 'a form', context);
  return {
    runtime: {
      required: isRequired(node, fields),
      maxBytes: readMaxBytes(operation) ?? maxFormBytes,
      mediaTypes: isUploaded ? [uploadType] : [...form],
      fields: fields.map(({ runtime }) => runtime),
    },
    schema: { type: 'object', properties, ...omitEmpty({ required }), additionalProperties: never },
    fields,
  };
}

/** @returns undefined if no object with properties is meant, which is reported. */
function formSchema(schema: Schema, at: SourceNode, context: SchemaContext): Schema | undefined {
  const { schemas } = context;
  const id = modelOf(schema) ?? '';
  const whole = flat(schema, schemas);
  const hasSubTypes =
    schemas.discriminators.subTypes.has(id) || (whole.anyOf ?? whole.oneOf ?? whole.allOf) !== undefined;
  if (whole.properties && !hasSubTypes) return whole;
  const found = hasSubTypes ? 'a form of several types' : 'a form without properties';
  // A model that is refused, or that stands for itself alone, is reported for that reason.
  const isKnown = id === '' || Object.keys(whole).length > 0;
  if (!isKnown && !isAny(schemas.get(id)?.schema ?? never)) return undefined;
  return at.report('E-UNSUPPORTED', found, 'an object with properties');
}

/** A form that has a required field must be sent. Swagger 2.0 says of each field, and not of the form, whether it must. */
function isRequired(node: SourceNode, fields: readonly FormFieldPlan[]): boolean {
  const isSaid = node.flag('required');
  const needed = fields.filter(({ runtime }) => runtime.required).map(({ runtime }) => runtime.name);
  if (isSaid || needed.length === 0) return isSaid;
  const found = `an optional form with the required ${needed.map(quote).join(', ')}`;
  if (node.file.terms !== swagger2Terms)
    node.report('W-UNSUPPORTED', found, '"required": true, which is assumed');
  return true;
}

/** Only one media type of forms has files. */
function warnOfUnsent(node: SourceNode, form: readonly string[]): void {
  const others = form.filter((name) => name !== uploadType);
  if (others.length === 0) return;
  const found = `${others.map(quote).join(', ')} of a form with files`;
  node.report('W-MEDIA-TYPE', found, `${quote(uploadType)}, the only type that is served`);
}

/** Warns of keywords about all members: a handler gets only the declared fields, and their number is not checked. */
const fieldKeywords = new Set(['properties', 'required', 'allOf', 'anyOf', 'oneOf']);
const objectKeywords = [...new Set([...Object.keys(subschemas), ...keywordsOfKind.object])].filter(
  (keyword) => !fieldKeywords.has(keyword) && !keywordsOfKind.array.includes(keyword),
);

/** @param what has them. Queries refuse members without a property; forms drop them. */
export function warnOfObjectKeywords(schema: SourceNode, what: string, { schemas }: SchemaContext): void {
  const isForm = what === 'a form';
  for (const keyword of objectKeywords) {
    const said = schemas.said(keyword, schema);
    if (!said || said.value === true || (!isForm && said.value === false)) continue;
    const found = `${keyword} of ${what}, which is ignored: ${isForm ? 'fields without a property are dropped' : 'only its properties are checked'}`;
    said.report('W-UNSUPPORTED', found, 'properties, and "required" for those that must be sent');
  }
}

/** Fields are sent as parameters of a query are; whatever they contain is taken. */
function reportEncoding(encoding: SourceNode, fields: readonly FormFieldPlan[]): void {
  for (const [name, field] of encoding.members()) {
    const style = field.member('style');
    if (style && style.value !== 'form')
      style.report('E-UNSUPPORTED', `the style ${quote(style.value)}`, '"form"');
    // A list is several fields, and handlers get no headers of a part.
    const explode = field.member('explode');
    if (explode?.value === false)
      explode.report('E-UNSUPPORTED', 'explode: false', 'a field for each item of a list');
    field.member('headers')?.report('W-UNSUPPORTED', 'headers of a part, which are ignored', 'fields');
    const content = field.member('contentType');
    if (!content) continue;
    const isJson = content.value === 'application/json';
    const isText = fields.some(
      ({ runtime }) => runtime.name === name && !runtime.isFile && !isSentAsJson(runtime),
    );
    const found = `${quote(content.value)} of ${quote(name)}`;
    if (!isJson)
      content.report('W-MEDIA-TYPE', `${found}, which is not checked`, 'a handler that checks what it gets');
    else if (isText)
      content.report(
        'W-MEDIA-TYPE',
        `${found}, a text that is read as it is sent`,
        'text/plain, or an object',
      );
  }
}

/** Bytes are sent as a file, or as several. */
function asSent(schema: Schema): Schema {
  const { items } = schema;
  return items ? { ...schema, items: fileOr(items) } : fileOr(schema);
}

function fileOr(schema: Schema): Schema {
  const { type, format, description } = schema;
  return type === 'string' && format === 'binary' ? { ...omitUndefined({ description }), ...bytes } : schema;
}

/** Objects are sent as JSON, as OpenAPI 3.1 section 4.7.15.1 says of multipart. */
function fieldOf(
  name: string,
  schema: Schema,
  required: boolean,
  listForm: ListForm | undefined,
): FormFieldPlan {
  const isList = typeIn(schema) === 'array';
  const single = isList ? (schema.items ?? {}) : schema;
  const isFile = isBytes(single) || undefined;
  const { default: defaultValue, description } = schema;
  const runtime: FormField = {
    name,
    place: 'form',
    cast: isFile ? 'text' : (castOf(single) ?? 'json'),
    required,
    isList,
    ...omitUndefined({ listForm: isList ? listForm : undefined, defaultValue, isFile }),
  };
  return { runtime, schema, ...omitUndefined({ description }) };
}
