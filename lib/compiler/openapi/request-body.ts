/** Bodies of requests: JSON, texts and forms. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { BodyPlan, FormFieldPlan } from '../../plan/operation-plan.ts';
import type { ModelPlan } from '../../plan/type-plan.ts';
import { exampleOf } from '../schema/example.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ComponentNames } from './component-names.ts';
import { jsonTexts } from './parameters.ts';
import { describedSchema } from './schemas.ts';

export interface BodyContext {
  readonly names: ComponentNames;
  readonly modelsById: ReadonlyMap<string, ModelPlan>;
}

export function requestBodyObject(body: BodyPlan, context: BodyContext): JsonSchema {
  const { description, runtime } = body;
  const { required, mediaTypes, textTypes = [], maxBytes } = runtime;
  const content = body.fields ? formContent(body.fields, context) : jsonContent(body, context);
  return {
    ...omitUndefined({ description }),
    ...(required ? { required } : {}),
    content: Object.fromEntries(
      mediaTypes.map((each) => [each, textTypes.includes(each) ? { schema: textSchema(required) } : content]),
    ),
    'x-max-bytes': maxBytes,
  };
}

/** No bytes are no body, and a body that is required must be there. */
function textSchema(required: boolean): JsonSchema {
  return { type: 'string', ...(required ? { minLength: 1 } : {}) };
}

function jsonContent({ type }: BodyPlan, { names, modelsById }: BodyContext): JsonSchema {
  return {
    schema: describedSchema(type, names),
    ...exampleWords(exampleOf(type, modelsById, { isSent: true })),
  };
}

/** `{ example }`, or nothing if none can be made. */
export function exampleWords(example: ReturnType<typeof exampleOf>): { readonly example?: unknown } {
  return 'value' in example && example.value !== undefined ? { example: example.value } : {};
}

function formContent(fields: readonly FormFieldPlan[], { names }: BodyContext): JsonSchema {
  const required = fields.filter(({ runtime }) => runtime.required).map(({ runtime }) => runtime.name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.runtime.name, fieldSchema(field, names)])),
      ...(required.length > 0 ? { required } : {}),
    },
  };
}

/** Objects and lists of them are sent as JSON. */
function fieldSchema({ runtime, type, description }: FormFieldPlan, names: ComponentNames): JsonSchema {
  const schema =
    runtime.cast === 'json' && runtime.isList ? jsonTexts(type, names) : describedSchema(type, names);
  return { ...schema, ...omitUndefined({ description, default: runtime.defaultValue }) };
}
