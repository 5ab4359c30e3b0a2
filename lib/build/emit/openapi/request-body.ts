/** Bodies of requests: JSON, texts and forms. */

import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { BodyPlan, ExamplePlan, FormFieldPlan } from '../../../shared/plan/operation-plan.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isBytes } from '../../schema/references.ts';
import type { ComponentNames } from './component-names.ts';
import { declaredWords, exampleWords } from './examples.ts';
import { jsonTexts } from './parameters.ts';
import { describedSchema } from './schemas.ts';

export function requestBodyObject(body: BodyPlan, names: ComponentNames): JsonSchema {
  const { description, runtime } = body;
  const { required, mediaTypes, textTypes = [], maxBytes } = runtime;
  const content = body.fields ? formContent(body.fields, body.examples, names) : jsonContent(body, names);
  const isText = (each: string) => each !== 'application/json' && textTypes.includes(each);
  return {
    ...omitUndefined({ description }),
    ...omitEmpty({ required }),
    content: Object.fromEntries(
      mediaTypes.map((each) => [each, isText(each) ? textContent(each, body) : content]),
    ),
    'x-max-bytes': maxBytes,
  };
}

/** In 3.1, bytes have no schema (section 4.7.14.1). */
function textContent(mediaType: string, { schema, runtime }: BodyPlan): JsonSchema {
  return isBytes(schema) && !mediaType.startsWith('text/') ? {} : { schema: textSchema(runtime.required) };
}

/** An empty text counts as a missing body. */
function textSchema(required: boolean): JsonSchema {
  return { type: 'string', ...(required ? { minLength: 1 } : {}) };
}

function jsonContent({ schema, examples }: BodyPlan, names: ComponentNames): JsonSchema {
  return {
    schema: describedSchema(schema, names),
    ...exampleWords(schema, examples, { models: names.models, isSent: true }),
  };
}

function formContent(
  fields: readonly FormFieldPlan[],
  examples: readonly ExamplePlan[] | undefined,
  names: ComponentNames,
): JsonSchema {
  const required = fields.filter(({ runtime }) => runtime.required).map(({ runtime }) => runtime.name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.runtime.name, fieldSchema(field, names)])),
      ...omitEmpty({ required }),
    },
    ...declaredWords(examples, (value) => sentForm(value, fields)),
  };
}

/** Lists of objects are texts of JSON, as their schema says. */
function sentForm(value: unknown, fields: readonly FormFieldPlan[]): unknown {
  const members = Object.entries(value as object).map(([name, each]) => {
    const field = fields.find(({ runtime }) => runtime.name === name);
    const isTexts = field?.runtime.cast === 'json' && Array.isArray(each);
    return [name, isTexts ? each.map((item) => JSON.stringify(item)) : each] as const;
  });
  return Object.fromEntries(members);
}

/** Objects and lists of them are sent as JSON. */
function fieldSchema({ runtime, schema, description }: FormFieldPlan, names: ComponentNames): JsonSchema {
  const words = runtime.cast === 'json' && runtime.isList ? jsonTexts : describedSchema;
  return { ...words(schema, names), ...omitUndefined({ description, default: runtime.defaultValue }) };
}
