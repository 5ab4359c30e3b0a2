/** The body of an operation: JSON, beside it texts, or a form, or else what the handler reads. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { BodyPlan, FormField, FormFieldPlan, RuntimeBody } from '../../../shared/plan/operation-plan.ts';
import type { PropertyPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { maxFormBytes, maxJsonBytes } from '../common/body.ts';
import { castOf } from '../common/cast-type.ts';
import { readMaxBytes } from '../common/extensions.ts';
import { readContent } from './content.ts';
import { passedKeywords } from './keywords.ts';
import { withoutNull } from './parameter.ts';
import { resolve } from './references.ts';
import type { SchemaContext } from './schema-context.ts';
import { readSchema } from './schema-type.ts';

/** @param operation may have `x-max-bytes` and `x-gzip`. */
export function readRequestBody(
  declared: SourceNode,
  operation: SourceNode,
  context: SchemaContext,
): BodyPlan | undefined {
  const { report } = context;
  const node = resolve(declared, 'requestBodies', report);
  if (!node) return undefined;
  const { json, form, text, others, schema, encoding, media } = readContent(node, true, report);
  const type: TypePlan | undefined = schema ? readSchema(schema, context) : { kind: 'any' };
  if (!type) return undefined;
  const annotations = { ...node.describe(report), ...context.examples.ofValue(media, report) };
  if (form.length > 0) {
    const read = readFormBody(
      type,
      { node, operation, form, ...omitUndefined({ schema, encoding }) },
      context,
    );
    return read && { ...read, ...annotations };
  }
  const mediaTypes = [...json, ...text, ...others];
  if (mediaTypes.length === 0) return undefined;
  const acceptsGzip = operation.flag('x-gzip', report) || undefined;
  const textTypes = [...text, ...others];
  const runtime: RuntimeBody = {
    required: node.flag('required', report),
    // A file is as large as one of a form.
    maxBytes: readMaxBytes(operation, report) ?? (others.length > 0 ? maxFormBytes : maxJsonBytes),
    mediaTypes,
    ...omitUndefined({ textTypes: textTypes.length > 0 ? textTypes : undefined, acceptsGzip }),
  };
  if (others.length > 0) return { runtime, type: { kind: 'file' }, ...node.describe(report) };
  return { runtime, type, ...annotations };
}

const uploadType = 'multipart/form-data';

interface DeclaredForm {
  readonly node: SourceNode;
  /** It may have `x-max-bytes`. */
  readonly operation: SourceNode;
  /** Media types. */
  readonly form: readonly string[];
  readonly schema?: SourceNode;
  readonly encoding?: SourceNode;
}

/** @returns undefined if the type is not an object, which is reported. */
function readFormBody(
  type: TypePlan,
  { node, operation, form, schema, encoding }: DeclaredForm,
  context: SchemaContext,
): BodyPlan | undefined {
  const { report } = context;
  const shape = context.schemas.shapeOfType(type, context);
  const hasSubTypes = context.schemas.hasSubTypes(type) || shape?.checks?.lists !== undefined;
  if (!shape || hasSubTypes) {
    const found = hasSubTypes ? 'a form of several types' : 'a form without properties';
    // A model without a shape has been refused for a reason of its own.
    if (type.kind !== 'model' || hasSubTypes)
      report((schema ?? node).diagnose('E-UNSUPPORTED', found, 'an object with properties'));
    return undefined;
  }
  const properties = shape.properties.map((each) => ({ ...each, type: asSent(withoutNull(each.type)) }));
  const fields = properties.map(fieldOf);
  const isUploaded = fields.some(({ runtime }) => runtime.isFile);
  if (isUploaded) warnOfUnsent(node, form, report);
  const packed = operation.member('x-gzip');
  if (packed?.asFlag(report))
    report(packed.diagnose('W-UNSUPPORTED', 'x-gzip of a form, which is ignored', 'x-gzip of a JSON body'));
  if (encoding) reportEncoding(encoding, report);
  if (schema) warnOfObjectKeywords(schema, context);
  return {
    runtime: {
      required: isRequired(node, fields, report),
      maxBytes: readMaxBytes(operation, report) ?? maxFormBytes,
      mediaTypes: isUploaded ? [uploadType] : [...form],
      fields: fields.map(({ runtime }) => runtime),
    },
    type: { kind: 'object', shape: { properties } },
    fields,
  };
}

/** A form that has a required field must be sent. */
function isRequired(node: SourceNode, fields: readonly FormFieldPlan[], report: Report): boolean {
  const isSaid = node.flag('required', report);
  const needed = fields.filter(({ runtime }) => runtime.required).map(({ runtime }) => runtime.name);
  if (isSaid || needed.length === 0) return isSaid;
  const found = `an optional form with the required ${needed.map(quote).join(', ')}`;
  report(node.diagnose('W-UNSUPPORTED', found, '"required": true, which is assumed'));
  return true;
}

/** Only one media type of forms has files. */
function warnOfUnsent(node: SourceNode, form: readonly string[], report: Report): void {
  const others = form.filter((name) => name !== uploadType);
  if (others.length === 0) return;
  const found = `${others.map(quote).join(', ')} of a form with files`;
  report(node.diagnose('W-MEDIA-TYPE', found, `${quote(uploadType)}, the only type that is served`));
}

/** Warns of keywords about all members: a handler gets only the declared fields, and their number is not checked. */
const objectKeywords = [
  ...['additionalProperties', 'minProperties', 'maxProperties'],
  ...Object.keys(passedKeywords).filter((keyword) => passedKeywords[keyword]?.kind !== 'array'),
];

function warnOfObjectKeywords(schema: SourceNode, { schemas, report }: SchemaContext): void {
  for (const keyword of objectKeywords) {
    const said = schemas.said(keyword, schema);
    if (!said || said.value === true) continue;
    const found = `${keyword} of a form, which is ignored: fields without a property are dropped`;
    report(said.diagnose('W-UNSUPPORTED', found, 'properties, and "required" for those that must be sent'));
  }
}

/** Fields are sent as parameters of a query are; whatever they contain is taken. */
function reportEncoding(encoding: SourceNode, report: Report): void {
  for (const [name, field] of encoding.members()) {
    const style = field.member('style');
    if (style && style.value !== 'form')
      report(style.diagnose('E-UNSUPPORTED', `the style ${quote(style.value)}`, '"form"'));
    reportParts(field, report);
    const content = field.member('contentType');
    const isJson = content?.value === 'application/json';
    if (content && !isJson) {
      const found = `${quote(content.value)} of ${quote(name)}, which is not checked`;
      report(content.diagnose('W-MEDIA-TYPE', found, 'a handler that checks what it gets'));
    }
  }
}

/** A list is several fields, and handlers get no headers of a part. */
function reportParts(field: SourceNode, report: Report): void {
  const explode = field.member('explode');
  if (explode?.value === false)
    report(explode.diagnose('E-UNSUPPORTED', 'explode: false', 'a field for each item of a list'));
  const headers = field.member('headers');
  if (headers) report(headers.diagnose('W-UNSUPPORTED', 'headers of a part, which are ignored', 'fields'));
}

/** Bytes are sent as a file, or as several. */
function asSent(type: TypePlan): TypePlan {
  return type.kind === 'array' ? { ...type, items: fileOr(type.items) } : fileOr(type);
}

function fileOr(type: TypePlan): TypePlan {
  return type.kind === 'string' && type.isBinary ? { kind: 'file' } : type;
}

/** Objects are sent as JSON, as OpenAPI 3.1 section 4.7.15.1 says of multipart. */
function fieldOf({ name, type, required, description, defaultValue }: PropertyPlan): FormFieldPlan {
  const single = type.kind === 'array' ? type.items : type;
  const isFile = single.kind === 'file';
  const runtime: FormField = {
    name,
    place: 'form',
    cast: isFile ? 'text' : (castOf(single) ?? 'json'),
    required,
    isList: type.kind === 'array',
    ...omitUndefined({ defaultValue, isFile: isFile ? (true as const) : undefined }),
  };
  return { runtime, type, ...omitUndefined({ description }) };
}
