/** The body of an operation: JSON, beside it texts, or a form. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { BodyPlan, FormField, FormFieldPlan, RuntimeBody } from '../../plan/operation-plan.ts';
import type { PropertyPlan, TypePlan } from '../../plan/type-plan.ts';
import type { Report } from '../source/problem.ts';
import {
  describe,
  flagMember,
  member,
  members,
  problemAt,
  quote,
  type SourceNode,
} from '../source/source-node.ts';
import { maxFormBytes, maxJsonBytes } from '../swagger/body.ts';
import { castOf } from '../swagger/cast-type.ts';
import { readMaxBytes } from '../swagger/operation-extensions.ts';
import { readContent } from './content.ts';
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
  const { json, form, text, schema, encoding, media } = readContent(node, true, report);
  const type: TypePlan | undefined = schema ? readSchema(schema, context) : { kind: 'any' };
  if (!type) return undefined;
  if (encoding) reportEncoding(encoding, report);
  const words = { ...describe(node, report), ...context.examples.ofValue(media, report) };
  if (form.length > 0) {
    const read = readForm(type, { form, node: schema ?? node }, context);
    return read && { ...read, ...words };
  }
  if (json.length === 0) return undefined;
  const isUnpacked = flagMember(operation, 'x-gzip', report) || undefined;
  const runtime: RuntimeBody = {
    required: flagMember(node, 'required', report),
    maxBytes: readMaxBytes(operation, report) ?? maxJsonBytes,
    mediaTypes: [...json, ...text],
    ...omitUndefined({ textTypes: text.length > 0 ? text : undefined, isUnpacked }),
  };
  return { runtime, type, ...words };
}

function readForm(
  type: TypePlan,
  { form, node }: { readonly form: readonly string[]; readonly node: SourceNode },
  context: SchemaContext,
): BodyPlan | undefined {
  const shape = context.schemas.shapeOfType(type);
  if (!shape) {
    context.report(
      problemAt(node, 'E-UNSUPPORTED', 'a form without properties', 'an object with properties'),
    );
    return undefined;
  }
  const properties = shape.properties.map((each) => ({ ...each, type: asSent(withoutNull(each.type)) }));
  const fields = properties.map(fieldOf);
  const isUploaded = fields.some(({ runtime }) => runtime.isFile);
  return {
    runtime: {
      required: false,
      maxBytes: maxFormBytes,
      mediaTypes: isUploaded ? ['multipart/form-data'] : [...form],
      fields: fields.map(({ runtime }) => runtime),
    },
    type: { kind: 'object', shape: { properties } },
    fields,
  };
}

/** Fields are sent as parameters of a query are; whatever they contain is taken. */
function reportEncoding(encoding: SourceNode, report: Report): void {
  for (const [name, field] of members(encoding)) {
    const style = member(field, 'style');
    if (style && style.value !== 'form')
      report(problemAt(style, 'E-UNSUPPORTED', `the style ${quote(style.value)}`, '"form"'));
    reportParts(field, report);
    const content = member(field, 'contentType');
    const isJson = content?.value === 'application/json';
    if (content && !isJson) {
      const found = `${quote(content.value)} of ${quote(name)}, which is not checked`;
      report(problemAt(content, 'W-MEDIA-TYPE', found, 'a handler that checks what it gets'));
    }
  }
}

/** A list is several fields, and handlers get no headers of a part. */
function reportParts(field: SourceNode, report: Report): void {
  const explode = member(field, 'explode');
  if (explode?.value === false)
    report(problemAt(explode, 'E-UNSUPPORTED', 'explode: false', 'a field for each item of a list'));
  const headers = member(field, 'headers');
  if (headers) report(problemAt(headers, 'W-UNSUPPORTED', 'headers of a part, which are ignored', 'fields'));
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
