/** The body of an operation: JSON, beside it texts, or a form. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { BodyPlan, RuntimeBody } from '../../../shared/plan/operation-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { describe, flagMember, type SourceNode } from '../../source/source-node.ts';
import { maxJsonBytes } from '../common/body.ts';
import { readMaxBytes } from '../common/extensions.ts';
import { readContent } from './content.ts';
import { readFormBody } from './form-body.ts';
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
  const words = { ...describe(node, report), ...context.examples.ofValue(media, report) };
  if (form.length > 0) {
    const read = readFormBody(
      type,
      { node, operation, form, ...omitUndefined({ schema, encoding }) },
      context,
    );
    return read && { ...read, ...words };
  }
  if (json.length === 0) return undefined;
  const acceptsGzip = flagMember(operation, 'x-gzip', report) || undefined;
  const runtime: RuntimeBody = {
    required: flagMember(node, 'required', report),
    maxBytes: readMaxBytes(operation, report) ?? maxJsonBytes,
    mediaTypes: [...json, ...text],
    ...omitUndefined({ textTypes: text.length > 0 ? text : undefined, acceptsGzip }),
  };
  return { runtime, type, ...words };
}
