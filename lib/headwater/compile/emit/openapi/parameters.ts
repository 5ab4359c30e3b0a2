/** What requests have: parameters of path, query and headers, bodies, and the headers of conditional requests. */

import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type {
  BodyPlan,
  FormFieldPlan,
  OperationPlan,
  ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isRead } from '../../plan/operations.ts';
import { flat } from '../../schema/flat.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isBytes, mapValues } from '../../schema/walk.ts';
import type { ComponentNames } from './component-names.ts';
import { describedSchema, exampleMembers, jsonMedia, untranslatedExtensions } from './schemas.ts';

/** Parameters that no descriptor declares, for `components.parameters`. */
export const commonParameters = {
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Only if it still has one of these entity tags (RFC 9110 section 13.1.1)',
    schema: { type: 'string' },
    example: '"1"',
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Only if it has none of these entity tags (RFC 9110 section 13.1.2)',
    schema: { type: 'string' },
    example: '"1"',
  },
  'X-Owner': {
    name: 'X-Owner',
    in: 'header',
    description: 'Acts for this owner; needs the scope `admin`',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

type CommonParameter = keyof typeof commonParameters;

/** OpenAPI 3.1 section 4.8.12.2.1: these are described by other means. */
const notParameters = ['accept', 'content-type', 'authorization'];

/** @param path of the document, which may end before the last variable. */
export function parameterObjects(plan: OperationPlan, path: string, names: ComponentNames): JsonSchema[] {
  const own = plan.parameters.filter(({ runtime }) => {
    if (runtime.place === 'path') return path.includes(`{${pathName(runtime)}}`);
    return runtime.place !== 'header' || !notParameters.includes(runtime.name.toLowerCase());
  });
  return [
    ...own.map((parameter) => parameterObject(parameter, names)),
    ...commonOf(plan).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Paths of the document have the variables of the gateway: paths with others in the same place would be the same path. */
function pathName({ name, gatewayName }: ParameterPlan['runtime']): string {
  return gatewayName ?? name;
}

function parameterObject(parameter: ParameterPlan, names: ComponentNames): JsonSchema {
  const { runtime, description, isDeprecated, extensions } = parameter;
  const { place, required } = runtime;
  return {
    name: place === 'path' ? pathName(runtime) : runtime.name,
    in: place,
    ...omitUndefined({ description, deprecated: isDeprecated }),
    ...(required || place === 'path' ? { required: true } : {}),
    ...valueWords(parameter, names),
    ...untranslatedExtensions(extensions),
  };
}

/** Objects are sent as JSON. Lists are repeated in a query, and separated by commas elsewhere. */
function valueWords(
  { runtime, schema: declared, examples }: ParameterPlan,
  names: ComponentNames,
): JsonSchema {
  const words = omitUndefined({ default: runtime.defaultValue });
  const schema = { ...describedSchema(declared, names), ...narrower(runtime), ...words };
  const value = { schema, ...exampleMembers(examples) };
  if (runtime.cast !== 'json' && runtime.cast !== 'json-array') return { ...styleWords(runtime), ...value };
  if (!runtime.isList) return { content: { 'application/json': value } };
  return { schema: { ...jsonTexts(declared, names), ...words } };
}

/** Nothing for the default: each item by itself in a query, commas elsewhere. */
function styleWords({ place, listForm, members }: ParameterPlan['runtime']): JsonSchema {
  if (members === 'deep') return { style: 'deepObject', explode: true };
  if (place !== 'query' || listForm === undefined || listForm === 'repeated') return {};
  const style = { commas: 'form', spaces: 'spaceDelimited', pipes: 'pipeDelimited' }[listForm];
  return { style, explode: false };
}

/** The step `idempotency` refuses a comma: the gateway joins repeated headers with it. */
function narrower({ name, place }: ParameterPlan['runtime']): JsonSchema {
  return place === 'header' && name === 'Idempotency-Key' ? { pattern: '^[!-+--~]*$' } : {};
}

/** A list of JSON texts. */
function jsonTexts(schema: Schema, names: ComponentNames): JsonSchema {
  const items = describedSchema(flat(schema, names.models).items ?? {}, names);
  const text = { type: 'string', contentMediaType: 'application/json', contentSchema: items };
  return { type: 'array', items: text };
}

/** See ../wiring/wiring-steps.ts: the steps that read them. */
function commonOf(plan: OperationPlan): CommonParameter[] {
  const { runtime } = plan;
  const isConditional =
    isRead(plan) || runtime.requiresPrecondition || plan.errorResponses.some(({ code }) => code === 412);
  const declared = plan.parameters.map(({ runtime: { name } }) => name.toLowerCase());
  const all: CommonParameter[] = [
    ...(isConditional ? (['If-Match', 'If-None-Match'] as const) : []),
    ...(runtime.access ? (['X-Owner'] as const) : []),
  ];
  return all.filter((name) => !declared.includes(name.toLowerCase()));
}

export function requestBodyObject(body: BodyPlan, names: ComponentNames): JsonSchema {
  const { description, runtime } = body;
  const { required, mediaTypes, textTypes = [], maxBytes } = runtime;
  const content = body.fields ? formContent(body, names) : jsonMedia(body, names, true);
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

/** In 3.1, bytes have no schema (section 4.7.14.1). An empty text counts as a missing body. */
function textContent(mediaType: string, { schema, runtime }: BodyPlan): JsonSchema {
  if (isBytes(schema) && !mediaType.startsWith('text/')) return {};
  return { schema: { type: 'string', ...(runtime.required ? { minLength: 1 } : {}) } };
}

function formContent({ fields = [], examples }: BodyPlan, names: ComponentNames): JsonSchema {
  const required = fields.filter(({ runtime }) => runtime.required).map(({ runtime }) => runtime.name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.runtime.name, fieldSchema(field, names)])),
      ...omitEmpty({ required }),
    },
    ...exampleMembers(examples, (value) => sentForm(value, fields)),
  };
}

/** Lists of objects are texts of JSON, as their schema says. */
function sentForm(value: unknown, fields: readonly FormFieldPlan[]): unknown {
  return mapValues(value as Readonly<Record<string, unknown>>, (each, name) => {
    const field = fields.find(({ runtime }) => runtime.name === name);
    const isTexts = field?.runtime.cast === 'json' && Array.isArray(each);
    return isTexts ? each.map((item) => JSON.stringify(item)) : each;
  });
}

/** Objects and lists of them are sent as JSON. */
function fieldSchema({ runtime, schema, description }: FormFieldPlan, names: ComponentNames): JsonSchema {
  const words = runtime.cast === 'json' && runtime.isList ? jsonTexts : describedSchema;
  return { ...words(schema, names), ...omitUndefined({ description, default: runtime.defaultValue }) };
}
