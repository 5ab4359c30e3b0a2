/** Arbitrary Swagger parameters of all places: path, query, header, form and body. */

import { type Draw, some } from './draw.ts';
import { type PlainSchema, plainDefinitions, plainSchema } from './plain-schema.ts';
import { drawModelOrType, type RandomModels } from './random-models.ts';
import {
  bareWords,
  drawDescription,
  drawReference,
  drawScalar,
  drawShape,
  type Words,
} from './random-types.ts';
import { drawValue } from './random-values.ts';

const namesOfPlace = {
  query: ['from', 'size', 'order by', 'filter[name]', 'a.b', 'constructor', 'é', 'q', '$top', 'x/y'],
  header: ['X-Since', 'X-Ids', 'X!Odd~', 'X.Trace', 'x-toString'],
  form: ['note', 'copies', 'tags[]', 'photo', 'hasOwnProperty', 'a b'],
  body: ['first', 'second', 'a/b', 'toString'],
} as const;
export type Place = keyof typeof namesOfPlace | 'path';

/** The parameters of one operation: every path variable, some query and header parameters, and a body if `hasBody`. */
export function drawParameters(
  draw: Draw,
  models: RandomModels,
  path: { variables: readonly string[]; hasBody: boolean },
): Words[] {
  const ofPath = path.variables.map((name) => ({ ...parameter(draw, 'path', name), ...drawPathType(draw) }));
  const ofQuery = some(draw, namesOfPlace.query, 0, 3).map((name) => drawInput(draw, models, 'query', name));
  const ofHeaders = draw.chance(40)
    ? some(draw, namesOfPlace.header, 1, 2).map((name) => drawInput(draw, models, 'header', name))
    : [];
  return [...ofPath, ...ofQuery, ...ofHeaders, ...(path.hasBody ? drawBody(draw, models) : [])].map((words) =>
    inDialect(draw, words),
  );
}

function parameter(draw: Draw, paramType: Place, name: string): Words {
  return { paramType: draw.chance(5) ? paramType.toUpperCase() : paramType, name, ...drawDescription(draw) };
}

function drawPathType(draw: Draw): Words {
  return draw.pick<Words>([
    { type: 'string' },
    drawScalar(draw),
    { type: 'List[int]' },
    { ...drawScalar(draw), allowMultiple: true },
  ]);
}

function drawInput(
  draw: Draw,
  models: RandomModels,
  place: 'query' | 'header' | 'form',
  name: string,
): Words {
  const required = draw.chance(40) ? { required: draw.pick<unknown>([true, 'true']) } : {};
  const type = drawInputType(draw, models, place);
  return { ...parameter(draw, place, name), ...required, ...type, ...drawDefault(draw, type, models) };
}

/** A header cannot be repeated, so it holds no list of values that are sent as JSON. */
function drawInputType(draw: Draw, { referable }: RandomModels, place: Place): Words {
  const isRepeatable = place !== 'header';
  switch (draw.nat(7)) {
    case 0:
      return { ...drawScalar(draw), allowMultiple: true };
    case 1:
      return { type: draw.pick([`List[${draw.pick(bareWords)}]`, 'Set[string]']), maxItems: 3 };
    case 2:
      return { type: 'array', items: drawScalar(draw), minItems: draw.nat(1) };
    case 3:
      return referable.all.length > 0
        ? drawReference(draw, referable.all)
        : { type: 'object', ...drawShape(draw, referable, 1) };
    case 4:
      return { type: some(draw, ['string', 'int', 'boolean', 'double', 'date', ...referable.all], 1, 3) };
    case 5:
      return isRepeatable && referable.all.length > 0
        ? { type: `List[${draw.pick(referable.all)}]` }
        : { type: 'any' };
    default:
      return drawScalar(draw);
  }
}

/** The default is a value or its text; references to models have none. */
function drawDefault(draw: Draw, type: Words, { models }: RandomModels): Words {
  const schema: PlainSchema = plainSchema(type, models);
  const isScalar =
    typeof schema.type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(schema.type);
  if (!isScalar || 'allowMultiple' in type || !draw.chance(30))
    return draw.chance(5) ? { defaultValue: null } : {};
  const value = drawValue({ draw, definitions: plainDefinitions(models), isTame: true }, schema);
  return { defaultValue: draw.chance(50) ? String(value) : value };
}

function drawBody(draw: Draw, models: RandomModels): Words[] {
  const required = draw.chance(60) ? { required: true } : {};
  switch (draw.nat(3)) {
    case 0:
      return drawForm(draw, models);
    case 1:
      return some(draw, namesOfPlace.body, 1, 3).map((name) => ({
        ...parameter(draw, 'body', name),
        ...(draw.chance(40) ? { required: true } : {}),
        ...drawModelOrType(draw, models.referable),
      }));
    default: {
      const name = draw.pick<Words>([{}, { name: 'body' }, { name: '' }]);
      return [{ paramType: 'body', ...name, ...required, ...drawModelOrType(draw, models.referable) }];
    }
  }
}

function drawForm(draw: Draw, models: RandomModels): Words[] {
  const [file, ...others] = some(draw, namesOfPlace.form, 2, 4);
  const fields = others.map((name) => drawInput(draw, models, 'form', name));
  if (file === undefined || draw.chance(50)) return fields;
  const kind = draw.pick<Words>([{}, { required: true }, { allowMultiple: true }]);
  return [...fields, { ...parameter(draw, 'form', file), type: draw.pick(['File', 'file']), ...kind }];
}

/** 1.1 calls the type dataType. */
function inDialect(draw: Draw, words: Words): Words {
  const { type, ...rest } = words;
  return type === undefined || draw.chance(50) ? words : { ...rest, dataType: type };
}
