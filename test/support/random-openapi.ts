/** Arbitrary OpenAPI 3.1 documents over all words that a plan holds, and requests to their operations. */

import { type Draw, some } from './draw.ts';

export type Words = Readonly<Record<string, unknown>>;

export interface RandomDocument extends Words {
  readonly paths: Readonly<Record<string, Words>>;
  readonly components: { readonly schemas: Readonly<Record<string, Words>> };
}

export interface RandomOperation {
  readonly operationId: string;
  readonly parameters: readonly RandomParameter[];
  readonly body?: { readonly required: boolean; readonly schema: Words };
}

export interface RandomParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Words;
  readonly content?: { readonly 'application/json': { readonly schema: Words } };
}

const models = ['M0', 'M1', 'M2', 'M3', 'M4', 'M5'];
const names = ['a', 'b', 'c', 'kind', 'x-y', 'of'];

/** Models refer to earlier ones only: openapi-backend follows references to the end. */
export function drawOpenApi(draw: Draw, operations: number): readonly [RandomDocument, RandomOperation[]] {
  const schemas: Record<string, Words> = {};
  for (const [index, name] of models.entries()) {
    const earlier = models.slice(0, index);
    schemas[name] = index < 3 ? drawTagged(draw, name) : drawObject(draw, { earlier }, 1);
  }
  schemas['Choice'] = drawChoice(draw);
  const drawnOperations = Array.from({ length: operations }, (_, index) => drawOperation(draw, index));
  const paths = Object.fromEntries(
    drawnOperations.map((operation) => [pathOf(operation), itemOf(operation)]),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 'Random', version: '1' },
    servers: [{ url: '/v1' }],
    paths,
    components: { schemas },
  };
  return [document, drawnOperations];
}

function pathOf({ operationId }: RandomOperation): string {
  return `/${operationId}/{key}`;
}

function itemOf({ operationId, parameters, body }: RandomOperation): Words {
  const content = body && { 'application/json': { schema: body.schema } };
  return {
    post: {
      operationId,
      tags: ['thing'],
      parameters,
      ...(body ? { requestBody: { required: body.required, content } } : {}),
      responses: { 204: { description: 'Done' } },
    },
  };
}

function drawOperation(draw: Draw, index: number): RandomOperation {
  const query = some(draw, ['q1', 'q2', 'q3'], 0, 3).map((name) => drawParameter(draw, name, 'query'));
  const headers = some(draw, ['X-One', 'X-Two'], 0, 1).map((name) => drawParameter(draw, name, 'header'));
  const key = { name: 'key', in: 'path' as const, required: true, schema: drawScalar(draw) };
  const context = { earlier: [...models, 'Choice'] };
  return {
    operationId: `op${index}`,
    parameters: [key, ...query, ...headers],
    ...(draw.chance(85) ? { body: { required: draw.chance(70), schema: drawBody(draw, context) } } : {}),
  };
}

function drawBody(draw: Draw, source: SchemaSource): Words {
  const schema = drawSchema(draw, source, 3);
  if (draw.chance(95)) return schema;
  const id = { ...drawScalar(draw), readOnly: true };
  const secret = { ...drawScalar(draw), writeOnly: true };
  const required = some(draw, ['id', 'secret', 'value'], 0, 3);
  return { type: 'object', properties: { id, secret, value: schema }, required, additionalProperties: false };
}

function drawParameter(draw: Draw, name: string, place: 'query' | 'header'): RandomParameter {
  const flag = draw.chance(30) ? { required: true } : {};
  if (place === 'query' && draw.chance(15)) {
    const schema = drawObject(draw, { earlier: [] }, 1);
    return { name, in: place, ...flag, content: { 'application/json': { schema } } };
  }
  if (place === 'header' || draw.chance(50)) return { name, in: place, ...flag, schema: drawScalar(draw) };
  const style = draw.pick<Words>([
    {},
    { explode: false },
    { style: 'form', explode: true },
    { style: 'pipeDelimited', explode: false },
    { style: 'spaceDelimited', explode: false },
  ]);
  return { name, in: place, ...flag, ...style, schema: drawList(draw, drawScalar(draw)) };
}

interface SchemaSource {
  /** Models that a schema may refer to. */
  readonly earlier: readonly string[];
}

function drawSchema(draw: Draw, source: SchemaSource, depth: number): Words {
  const kinds = ['scalar', 'scalar', 'enum', 'nullable'];
  if (source.earlier.length > 0) kinds.push('reference', 'reference');
  if (depth > 0) kinds.push('array', 'object', 'any-of', 'one-of', 'all-of');
  switch (draw.pick(kinds)) {
    case 'enum':
      return drawEnum(draw);
    case 'nullable':
      return drawNullable(draw);
    case 'reference':
      return referenceTo(draw.pick(source.earlier));
    case 'array':
      return drawList(draw, drawSchema(draw, source, depth - 1));
    case 'object':
      return drawObject(draw, source, depth - 1);
    case 'any-of':
      return { anyOf: drawSeveral(draw, () => drawSchema(draw, source, depth - 1)) };
    case 'one-of':
      return different(drawSeveral(draw, () => drawSchema(draw, source, depth - 1)));
    case 'all-of':
      return { allOf: [openObject(draw, names.slice(0, 3), depth), openObject(draw, names.slice(3), depth)] };
    default:
      return drawScalar(draw);
  }
}

function drawSeveral(draw: Draw, make: () => Words): Words[] {
  return Array.from({ length: 2 + draw.nat(1) }, make);
}

/** `oneOf` of equal alternatives is read as `anyOf`, with a warning. */
function different(alternatives: readonly Words[]): Words {
  const distinct = new Map(alternatives.map((each) => [JSON.stringify(each, withoutDefaults), each]));
  return { oneOf: [...distinct.values()] };
}

function withoutDefaults(key: string, value: unknown): unknown {
  const isDefault =
    (key === 'additionalProperties' && value === true) ||
    (key === 'required' && Array.isArray(value) && value.length === 0);
  return isDefault ? undefined : value;
}

function referenceTo(name: string): Words {
  return { $ref: `#/components/schemas/${name}` };
}

function drawScalar(draw: Draw): Words {
  switch (draw.pick(['text', 'integer', 'number', 'boolean', 'format'])) {
    case 'integer':
      return {
        type: 'integer',
        ...draw.pick<Words>([{}, { format: 'int32' }]),
        ...drawRange(draw, [1, 2, 5]),
      };
    case 'number':
      return { type: 'number', ...drawRange(draw, [0.01, 0.1, 0.25, 2]) };
    case 'boolean':
      return { type: 'boolean' };
    case 'format':
      return { type: 'string', format: draw.pick(['date', 'date-time']) };
    default:
      return { type: 'string', ...drawTextLimits(draw) };
  }
}

function drawRange(draw: Draw, steps: readonly number[]): Words {
  const minimum = draw.pick([-3, 0, 1]);
  const maximum = minimum + 10 + draw.nat(10);
  return {
    ...draw.pick<Words>([{}, {}, { minimum }, { exclusiveMinimum: minimum }]),
    ...draw.pick<Words>([{}, {}, { maximum }, { exclusiveMaximum: maximum }]),
    ...draw.pick<Words>([{}, {}, { multipleOf: draw.pick(steps) }]),
  };
}

function drawTextLimits(draw: Draw): Words {
  return draw.pick<Words>([
    {},
    { minLength: 1 },
    { maxLength: 4 },
    { minLength: 1, maxLength: 3 },
    { pattern: '^[a-z]+$' },
    { pattern: '^.{2,5}$', maxLength: 5 },
    { format: 'byte' },
  ]);
}

function drawEnum(draw: Draw): Words {
  return draw.pick<Words>([
    { type: 'string', enum: ['red', 'green'] },
    { enum: ['red', 1, true] },
    { type: 'integer', enum: [1, 2, 3] },
    { type: ['string', 'null'], enum: ['red', null] },
    { type: ['string', 'null'], enum: ['red'] },
    { const: 'only' },
    { type: 'number', const: 0.5 },
    { enum: ['blue', null] },
  ]);
}

function drawNullable(draw: Draw): Words {
  const scalar = drawScalar(draw);
  if (draw.chance(30)) return { oneOf: [scalar, { type: 'null' }] };
  const others = draw.chance(20) ? ['array'] : ['null'];
  return { ...scalar, type: [scalar['type'], ...others] };
}

function drawList(draw: Draw, items: Words): Words {
  const minItems = draw.nat(2);
  return {
    type: 'array',
    items,
    ...draw.pick<Words>([{}, { minItems }, { maxItems: minItems + 2 }, { minItems, maxItems: minItems + 2 }]),
    ...(draw.chance(20) ? { uniqueItems: true } : {}),
  };
}

function drawObject(draw: Draw, source: SchemaSource, depth: number): Words {
  const declared = some(draw, names, 0, 3);
  return {
    type: 'object',
    properties: Object.fromEntries(declared.map((name) => [name, drawSchema(draw, source, depth)])),
    ...(draw.chance(60) ? { required: some(draw, [...declared, 'z'], 0, 2) } : {}),
    ...draw.pick<Words>([
      {},
      {},
      { additionalProperties: false, required: declared.slice(0, 1) },
      { additionalProperties: drawScalar(draw) },
      { additionalProperties: true },
    ]),
    ...draw.pick<Words>([{}, {}, {}, { minProperties: 1 }, { maxProperties: 2 }]),
  };
}

/** A part of an object: closed, two of them would refuse each other's members. */
function openObject(draw: Draw, of: readonly string[], depth: number): Words {
  const declared = some(draw, of, 0, 2);
  const properties = Object.fromEntries(
    declared.map((name) => [name, drawSchema(draw, { earlier: [] }, depth - 1)]),
  );
  return { type: 'object', properties, ...(draw.chance(50) ? { required: declared.slice(0, 1) } : {}) };
}

/** A member says which of the first models an object is of. */
function drawTagged(draw: Draw, name: string): Words {
  const object = drawObject(draw, { earlier: [] }, 1);
  const properties = { ...Object(object['properties']), kind: { type: 'string', const: name } };
  const required = new Set([...((object['required'] as string[] | undefined) ?? []), 'kind']);
  const { maxProperties: _, ...others } = object;
  return { ...others, properties, required: [...required] };
}

function drawChoice(draw: Draw): Words {
  const oneOf = models.slice(0, 2 + draw.nat(1)).map(referenceTo);
  const mapping = { M0: '#/components/schemas/M0', M1: 'M1' };
  return {
    oneOf,
    ...draw.pick<Words>([
      {},
      { discriminator: { propertyName: 'kind' } },
      { discriminator: { propertyName: 'kind', mapping } },
    ]),
  };
}
