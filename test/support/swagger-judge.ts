/**
 * What Swagger 1.2 requires of a listing and its declarations, in JSON Schema, and the rules between values that it cannot
 * express: https://github.com/OAI/OpenAPI-Specification/blob/main/versions/1.2.md.
 */

import { Ajv } from 'ajv';

interface Model {
  readonly required?: readonly string[];
  readonly properties: object;
  readonly subTypes?: readonly string[];
  readonly discriminator?: string;
}

export interface ServedOperation {
  readonly nickname: string;
  readonly method: string;
  readonly parameters: readonly { readonly paramType: string; readonly name: string }[];
  readonly responseMessages: readonly { readonly code: number }[];
}

export interface ServedDeclaration {
  readonly apis: readonly { readonly path: string; readonly operations: readonly ServedOperation[] }[];
  readonly models: Readonly<Record<string, Model>>;
}

const text = { type: 'string' };
const texts = { type: 'array', items: text, uniqueItems: true };
const path = { type: 'string', pattern: '^/' };

/** Section 4.3.1: the primitive types, with their formats. */
const formats = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
  string: ['byte', 'date', 'date-time'],
  boolean: [],
};
const primitives = Object.entries(formats).map(([type, of]) => ({
  required: ['type'],
  properties: { type: { const: type }, format: of.length > 0 ? { enum: of } : false },
}));
const reference = { required: ['$ref'], properties: { $ref: text, type: false } };

/** Section 4.3.4: an item has a type, and a format. Lists and objects within lists say no more. */
const item = {
  properties: { enum: false, minimum: false, maximum: false, items: false },
  anyOf: [
    ...primitives,
    reference,
    { required: ['type'], properties: { type: { enum: ['array', 'object'] } } },
  ],
};
const list = { required: ['type', 'items'], properties: { type: { const: 'array' }, items: item } };
/** A model, `void` or `File`. */
const named = {
  required: ['type'],
  properties: { type: { type: 'string', not: { enum: [...Object.keys(formats), 'array'] } } },
};

/** Section 4.3.3: bounds and allowed values are texts. */
const dataType = {
  type: 'object',
  properties: {
    minimum: text,
    maximum: text,
    enum: { ...texts, minItems: 1 },
    uniqueItems: { type: 'boolean' },
  },
  anyOf: [...primitives, list, reference, named],
};

const parameter = {
  ...dataType,
  required: ['paramType', 'name', 'type'],
  properties: {
    ...dataType.properties,
    paramType: { enum: ['path', 'query', 'body', 'header', 'form'] },
    name: text,
    required: { type: 'boolean' },
    allowMultiple: { type: 'boolean' },
  },
  allOf: [
    ofPlace('path', { required: ['required'], properties: { required: { const: true } } }),
    ofPlace('body', { properties: { name: { const: 'body' } } }),
    {
      if: { properties: { type: { const: 'File' } } },
      then: { properties: { paramType: { const: 'form' } } },
    },
  ],
};

function ofPlace(place: string, then: object): object {
  return { if: { properties: { paramType: { const: place } } }, then };
}

const operation = {
  ...dataType,
  required: ['method', 'nickname', 'parameters', 'type'],
  properties: {
    ...dataType.properties,
    method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
    nickname: { type: 'string', pattern: '^\\w+$' },
    parameters: { type: 'array', items: parameter },
    responseMessages: {
      type: 'array',
      items: {
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: text, responseModel: text },
      },
    },
    consumes: texts,
    produces: texts,
    deprecated: { enum: ['true', 'false'] },
  },
};

const schemas = {
  listing: {
    required: ['swaggerVersion', 'apis'],
    properties: {
      swaggerVersion: { const: '1.2' },
      apiVersion: text,
      info: { required: ['title', 'description'], additionalProperties: text },
      apis: {
        type: 'array',
        items: { required: ['path'], properties: { path, description: text } },
      },
    },
  },
  declaration: {
    required: ['swaggerVersion', 'apis'],
    properties: {
      swaggerVersion: { const: '1.2' },
      apiVersion: text,
      resourcePath: path,
      consumes: texts,
      produces: texts,
      apis: {
        type: 'array',
        items: {
          required: ['path', 'operations'],
          properties: { path, description: text, operations: { type: 'array', items: operation } },
        },
      },
      models: {
        additionalProperties: {
          required: ['id', 'properties'],
          properties: {
            id: text,
            properties: { type: 'object', additionalProperties: dataType },
            required: texts,
            subTypes: { ...texts, minItems: 1 },
          },
          dependentRequired: { subTypes: ['discriminator'] },
        },
      },
    },
  },
};

const ajv = new Ajv({ allErrors: true, strict: false });

/** @returns what a listing or a declaration violates, each as `where: what`. */
export function swaggerProblems(kind: keyof typeof schemas, document: object): string[] {
  const validate = ajv.compile<unknown>(schemas[kind]);
  if (!validate(document))
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  // It has the members of a declaration, or it would not be valid.
  return kind === 'listing' ? [] : betweenValues(document as ServedDeclaration);
}

function betweenValues({ apis, models }: ServedDeclaration): string[] {
  const operations = apis.flatMap((api) => api.operations.map((each) => ({ ...each, path: api.path })));
  return [
    ...repeated(apis.map((api) => api.path)).map((each) => `the path ${each} occurs twice`),
    ...repeated(operations.map(({ nickname }) => nickname)).map(
      (each) => `the nickname ${each} occurs twice`,
    ),
    ...operations.flatMap(operationProblems),
    ...referencesIn({ apis, models })
      .filter((id) => !Object.hasOwn(models, id))
      .map((id) => `there is no model ${id}`),
    ...Object.entries(models).flatMap(([id, model]) => modelProblems(id, model, models)),
  ];
}

function operationProblems({ path, nickname, ...operation }: ServedOperation & { readonly path: string }) {
  const declared = operation.parameters.map(({ paramType, name }) => `${paramType} ${name}`);
  const variables = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => `path ${name}`);
  const isBody = ({ paramType }: { readonly paramType: string }) => paramType === 'body';
  return [
    ...repeated(declared).map((each) => `${nickname}: the parameter ${each} occurs twice`),
    ...repeated(operation.responseMessages.map(({ code }) => String(code))).map(
      (code) => `${nickname}: the code ${code} occurs twice`,
    ),
    ...variables
      .filter((each) => !declared.includes(each))
      .map((each) => `${nickname}: no parameter is ${each}`),
    ...declared
      .filter((each) => each.startsWith('path ') && !variables.includes(each))
      .map((each) => `${nickname}: the path does not contain ${each}`),
    ...(operation.parameters.filter(isBody).length > 1 ? [`${nickname}: two bodies`] : []),
  ];
}

function modelProblems(id: string, model: Model, models: ServedDeclaration['models']): string[] {
  const { required = [], discriminator } = model;
  const parents = Object.values(models).filter(({ subTypes = [] }) => subTypes.includes(id));
  const names = [model, ...parents].flatMap((each) => Object.keys(each.properties));
  const needed = [...required, ...(discriminator === undefined ? [] : [discriminator])];
  return needed
    .filter((name) => !names.includes(name))
    .map((name) => `the model ${id} has no property ${name}`);
}

const ownTypes = ['integer', 'number', 'string', 'boolean', 'array', 'void', 'File', 'object'];

/** Models that are named as a type, an item, a sub type or the body of a response, except within members of Swagger 1.1 and extensions. */
function referencesIn(value: unknown, key = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((each) => (key === 'subTypes' ? [String(each)] : referencesIn(each)));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) =>
      /^(?:x-.*|default|dataType|responseClass)$/.test(name) ? [] : referencesIn(each, name),
    );
  const isReference =
    key === '$ref' || key === 'responseModel' || (key === 'type' && !ownTypes.includes(String(value)));
  return isReference && typeof value === 'string' ? [value] : [];
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
