/** Defects of models and of their properties. */

import type { Change, Defect } from './defect.ts';

const order = 'order#/models/Order';
const properties = `${order}/properties`;
const pet = 'pet#/models/Pet';
const cat = 'pet#/models/Cat';

/** Adds a model to the orders. */
const add = (key: string, model: unknown = { properties: {} }): Change => ({
  [`order#/models/${key}`]: model,
});

export const modelDefects: readonly Defect[] = [
  ['a model that is a string', add('Extra', 'string'), 'E-SHAPE', 'order#/models/Extra'],
  ['a model that is a list', add('Extra', ['id']), 'E-SHAPE', 'order#/models/Extra'],
  ['a model with a quote', add("It's"), 'E-NAME', "order#/models/It's"],
  ['a model that ends a comment', add('a*~1b'), 'E-NAME', 'order#/models/a*~1b'],
  ['a model with a line separator', add('a\u2028b'), 'E-NAME', 'order#/models/a\u2028b'],
  ['a model of 300 characters', add('M'.repeat(300)), 'E-NAME', `order#/models/${'M'.repeat(300)}`],
  ['a model without a name', add(''), 'E-NAME', 'order#/models/'],
  ['a model named __proto__', add('__proto__'), 'E-NAME', 'order#/models/__proto__'],
  [
    'a used model with an invalid name',
    { ...add("It's"), [`${properties}/replaces/$ref`]: "It's" },
    'E-NAME',
    "order#/models/It's",
  ],
  [
    'a model defined twice, differently',
    add('Zusatz', { id: 'Line', properties: { text: { type: 'string' } } }),
    'E-DUPLICATE',
    'order#/models/Zusatz/id',
  ],
  [
    'an example without a required property',
    { [`${order}/x-example`]: {} },
    'E-EXAMPLE',
    `${order}/x-example`,
  ],
  [
    'a refused model, of which the example of another one has a part',
    {
      ...add("It's"),
      [`${properties}/replaces/$ref`]: "It's",
      [`${order}/x-example`]: { id: 'a', replaces: {} },
    },
    'E-NAME',
    "order#/models/It's",
  ],
  ['a description that is a number', { [`${order}/description`]: 7 }, 'E-SHAPE', `${order}/description`],
  ['properties that are a list', { [properties]: ['id'] }, 'E-SHAPE', properties],
  ['properties that are a string', { [properties]: 'id' }, 'E-SHAPE', properties],
  ['a property that is a word', { [`${properties}/note`]: 'string' }, 'E-SHAPE', `${properties}/note`],
  [
    'a property named __proto__',
    { [`${properties}/__proto__`]: { type: 'int' } },
    'E-NAME',
    `${properties}/__proto__`,
  ],
  ['a property with a quote', { [`${properties}/it's`]: { type: 'int' } }, 'E-NAME', `${properties}/it's`],
  [
    'a property that ends a comment',
    { [`${properties}/a*~1b`]: { type: 'int' } },
    'E-NAME',
    `${properties}/a*~1b`,
  ],
  ['a property without a name', { [`${properties}/`]: { type: 'int' } }, 'E-NAME', `${properties}/`],
  [
    'a property of 300 characters',
    { [`${properties}/${'a'.repeat(300)}`]: { type: 'int' } },
    'E-NAME',
    `${properties}/${'a'.repeat(300)}`,
  ],
  [
    'a property without a type',
    { [`${properties}/note`]: { description: 'x' } },
    'E-TYPE',
    `${properties}/note`,
  ],
  [
    'a property whose type is null',
    { [`${properties}/note`]: { type: null } },
    'E-TYPE',
    `${properties}/note`,
  ],
  [
    'a property without a value type',
    { [`${properties}/note`]: { type: 'void' } },
    'E-TYPE',
    `${properties}/note`,
  ],
  ['a property that is a file', { [`${properties}/note`]: { type: 'File' } }, 'E-TYPE', `${properties}/note`],
  [
    'a property of a list of files',
    { [`${properties}/note`]: { type: 'List[File]' } },
    'E-TYPE',
    `${properties}/note/type`,
  ],
  [
    'a property of an unknown model',
    { [`${properties}/lines/type`]: 'List[Lines]' },
    'E-MODEL',
    `${properties}/lines/type`,
  ],
  [
    'a property described by a list',
    { [`${properties}/note/description`]: ['x'] },
    'E-SHAPE',
    `${properties}/note/description`,
  ],
  [
    'a property required in words',
    { [`${properties}/note/required`]: 'always' },
    'E-SHAPE',
    `${properties}/note/required`,
  ],
  [
    'a range of a property without values',
    { [`${properties}/price/maximum`]: -1 },
    'E-LIMIT',
    `${properties}/price/minimum`,
  ],
  [
    'a negative length of a property',
    { [`${properties}/note/maxLength`]: -1 },
    'E-LIMIT',
    `${properties}/note/maxLength`,
  ],
  [
    'an invalid pattern of a property',
    { [`${properties}/note/pattern`]: '[' },
    'E-PATTERN',
    `${properties}/note/pattern`,
  ],
  [
    'a pattern of a property of exponential time',
    { [`${properties}/note/pattern`]: '(x+x+)+y' },
    'E-REGEX',
    `${properties}/note/pattern`,
  ],
  ['required names that are a word', { [`${pet}/required`]: 'id' }, 'E-SHAPE', `${pet}/required`],
  ['a required property that is a number', { [`${pet}/required/-`]: 7 }, 'E-SHAPE', `${pet}/required/2`],
  [
    'additional properties in words',
    { 'order#/models/Line/additionalProperties': 'any' },
    'E-SHAPE',
    'order#/models/Line/additionalProperties',
  ],
  [
    'additional properties of another file',
    { 'order#/models/Line/additionalProperties': { $ref: 'pet.json' } },
    'E-REF',
    'order#/models/Line/additionalProperties/$ref',
  ],
  [
    'additional properties without a value type',
    { 'order#/models/Line/additionalProperties': { type: 'void' } },
    'E-TYPE',
    'order#/models/Line/additionalProperties',
  ],
  ['sub types that are a word', { [`${pet}/subTypes`]: 'Cat' }, 'E-SHAPE', `${pet}/subTypes`],
  ['an unknown sub type', { [`${pet}/subTypes/-`]: 'Bird' }, 'E-MODEL', `${pet}/subTypes/2`],
  [
    'a sub type that is an object',
    { [`${pet}/subTypes/-`]: { $ref: 'Cat' } },
    'E-MODEL',
    `${pet}/subTypes/2`,
  ],
  [
    'a discriminator that is an object',
    { [`${pet}/discriminator`]: { propertyName: 'kind' } },
    'E-SHAPE',
    `${pet}/discriminator`,
  ],
  [
    'a discriminator that is not a string',
    { [`${pet}/discriminator`]: 'id' },
    'E-INHERITANCE',
    `${pet}/discriminator`,
  ],
  ['a model that is its own sub type', { [`${pet}/subTypes/-`]: 'Pet' }, 'E-INHERITANCE', `${pet}/subTypes`],
  [
    'models that are sub types of each other',
    { [`${cat}/subTypes`]: ['Pet'] },
    'E-INHERITANCE',
    `${pet}/subTypes`,
  ],
  [
    'a sub type whose discriminator is not a string',
    { [`${cat}/properties/kind`]: { type: 'int' } },
    'E-INHERITANCE',
    `${cat}/properties/kind`,
  ],
];

export const modelWarnings: readonly Defect[] = [
  ['an id that differs from the key', { [`${cat}/id`]: 'cat' }, 'W-MODEL-ID', `${cat}/id`],
  [
    'a discriminator that is not a property',
    { [`${pet}/discriminator`]: 'species' },
    'W-DISCRIMINATOR',
    `${pet}/discriminator`,
  ],
  ['a misspelt member', { [`${pet}/propertys`]: {} }, 'W-KEY', `${pet}/propertys`],
  ['a keyword of OpenAPI', { [`${cat}/allOf`]: [] }, 'W-KEY', `${cat}/allOf`],
  [
    'a property with only a list of values',
    { [`${properties}/state`]: { enum: ['open'] } },
    'W-TYPE',
    `${properties}/state`,
  ],
  [
    'required as a string',
    { [`${properties}/note/required`]: 'false' },
    'W-FLAG',
    `${properties}/note/required`,
  ],
  [
    'a property of an unknown property',
    { [`${properties}/extras/properties/gift/type`]: 'Gift' },
    'W-MODEL',
    `${properties}/extras/properties/gift/type`,
  ],
  [
    'additional properties of an unknown model',
    { 'order#/models/Line/additionalProperties': { $ref: 'Texture' } },
    'W-MODEL',
    'order#/models/Line/additionalProperties/$ref',
  ],
  [
    'an unknown required property of a property',
    { [`${properties}/extras/required`]: ['gifts'] },
    'W-SHAPE',
    `${properties}/extras/required/0`,
  ],
  [
    'a required property of a model without properties, named like a member of the model',
    add('Extra', { id: 'Extra', required: ['id'], additionalProperties: true }),
    'W-SHAPE',
    'order#/models/Extra/required/0',
  ],
  ['an unknown required property', { [`${pet}/required/-`]: 'name' }, 'W-SHAPE', `${pet}/required/2`],
  [
    'a required property of Object.prototype',
    { [`${pet}/required/-`]: 'toString' },
    'W-SHAPE',
    `${pet}/required/2`,
  ],
];
