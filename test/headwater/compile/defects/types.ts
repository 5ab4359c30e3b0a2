/** Defects of types, in every place that names one, and of their limits. */

import type { Defect } from './defect.ts';

const list = 'order#/apis/0/operations/0/parameters';
const size = `${list}/0`;
const since = `${list}/4`;
const like = `${list}/6`;
const who = `${list}/8`;
const id = 'order#/apis/1/operations/0/parameters/0';
const body = 'order#/apis/0/operations/1/parameters/0';
const note = 'order#/apis/1/operations/1/parameters/1';
const title = 'order#/apis/3/operations/0/parameters/2';
const names = 'pet#/apis/0/operations/0/parameters/1';
const properties = 'order#/models/Order/properties';

export const typeDefects: readonly Defect[] = [
  ['a misspelt type', { [`${since}/dataType`]: 'strin' }, 'E-MODEL', `${since}/dataType`],
  ['a misspelt type of a path parameter', { [`${id}/dataType`]: 'itn' }, 'E-MODEL', `${id}/dataType`],
  ['a type that is a URL', { [`${like}/dataType`]: 'http://example.com/Pet' }, 'E-MODEL', `${like}/dataType`],
  ['a type __proto__', { [`${like}/dataType`]: '__proto__' }, 'E-MODEL', `${like}/dataType`],
  ['a type that is a number', { [`${since}/dataType`]: 7 }, 'E-SHAPE', `${since}/dataType`],
  ['a type that is an object', { [`${since}/dataType`]: { type: 'string' } }, 'E-SHAPE', `${since}/dataType`],
  ['a format that is a number', { [`${names}/items/format`]: 7 }, 'E-SHAPE', `${names}/items/format`],
  ['a void query parameter', { [`${since}/dataType`]: 'void' }, 'E-TYPE', since],
  ['a void path parameter', { [`${id}/dataType`]: 'void' }, 'E-TYPE', id],
  ['a file in the query', { [`${since}/dataType`]: 'File' }, 'E-TYPE', since],
  ['a file in the path', { [`${id}/dataType`]: 'File' }, 'E-TYPE', id],
  ['a list of lists in the query', { [`${since}/dataType`]: 'List[List[int]]' }, 'E-TYPE', since],
  ['a list of files', { [`${title}/dataType`]: 'List[File]' }, 'E-TYPE', `${title}/dataType`],
  ['a void body', { [`${body}/dataType`]: 'void' }, 'E-TYPE', body],
  ['a void part of the body', { [`${note}/dataType`]: 'void' }, 'E-TYPE', note],
  ['a body of an unknown model', { [`${body}/dataType`]: 'Oder' }, 'E-MODEL', `${body}/dataType`],
  [
    'a property that is a list of files',
    { 'pet#/models/Pet/properties/friends/items': 'File' },
    'E-TYPE',
    'pet#/models/Pet/properties/friends/items',
  ],
  ['items of an unknown type', { [`${names}/items/type`]: 'strnig' }, 'E-MODEL', `${names}/items/type`],
  ['items without a type', { [`${names}/items`]: { format: 'int32' } }, 'E-TYPE', `${names}/items`],
  ['items that are a number', { [`${names}/items`]: 7 }, 'E-SHAPE', `${names}/items`],
  ['void items', { [`${names}/items/type`]: 'void' }, 'E-TYPE', names],
  ['a type that is too long', { [`${like}/dataType`]: 'a'.repeat(501) }, 'E-TYPE', `${like}/dataType`],
  ['an empty union', { [`${who}/dataType`]: [] }, 'E-TYPE', `${who}/dataType`],
  ['a union with void', { [`${who}/dataType`]: ['int', 'void'] }, 'E-TYPE', `${who}/dataType`],
  ['a union of one unknown model', { [`${who}/dataType`]: ['Strin'] }, 'E-MODEL', `${who}/dataType/0`],
  ['a union with a file', { [`${who}/dataType`]: ['int', 'File'] }, 'E-TYPE', `${who}/dataType`],
  [
    'a union with an unknown model',
    { [`${who}/dataType`]: ['int', 'Strin'] },
    'E-MODEL',
    `${who}/dataType/1`,
  ],
  ['a union with a number', { [`${who}/dataType`]: ['int', 7] }, 'E-SHAPE', `${who}/dataType/1`],
  ['a union with a list, in the query', { [`${who}/dataType`]: ['int', 'List[int]'] }, 'E-TYPE', who],
  [
    'a reference to a file',
    { [`${properties}/replaces/$ref`]: '../secret.json' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference to an absolute path',
    { [`${properties}/replaces/$ref`]: '/etc/passwd' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference to a YAML file',
    { [`${properties}/replaces/$ref`]: 'order.yaml' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference to a URL',
    { [`${properties}/replaces/$ref`]: 'https://example.com/Order' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference to a file URL',
    { [`${properties}/replaces/$ref`]: 'file:///etc/passwd' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference to a device path',
    { [`${properties}/replaces/$ref`]: '\\\\host\\share' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference within the file',
    { [`${properties}/replaces/$ref`]: '#/apis/0' },
    'E-REF',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference to an unknown model',
    { [`${properties}/replaces/$ref`]: '#/models/Oder' },
    'E-MODEL',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference that is an object',
    { [`${properties}/replaces/$ref`]: { id: 'Order' } },
    'E-SHAPE',
    `${properties}/replaces/$ref`,
  ],
  [
    'a reference in items to a file',
    { [`${names}/items`]: { $ref: './pet' } },
    'E-REF',
    `${names}/items/$ref`,
  ],
];

const limit = 'pet#/apis/0/operations/0/parameters/0';
const state = `${list}/1`;
const tags = `${list}/2`;
const price = `${list}/3`;
const trace = `${list}/7`;
const sort = 'pet#/apis/0/operations/0/parameters/2';
const range = (min: unknown, max: unknown) => ({ valueType: 'RANGE', min, max });

export const limitDefects: readonly Defect[] = [
  [
    'a range without values',
    { [`${size}/allowableValues`]: range(10, 5) },
    'E-LIMIT',
    `${size}/allowableValues`,
  ],
  [
    'a range of strings without values',
    { [`${size}/allowableValues`]: range('10', '9') },
    'E-LIMIT',
    `${size}/allowableValues`,
  ],
  [
    'a range that begins with a word',
    { [`${size}/allowableValues`]: range('few', 100) },
    'E-LIMIT',
    `${size}/allowableValues/min`,
  ],
  [
    'a range that ends with an object',
    { [`${size}/allowableValues`]: range(1, {}) },
    'E-LIMIT',
    `${size}/allowableValues/max`,
  ],
  ['bounds without values', { [`${price}/minimum`]: 1001 }, 'E-LIMIT', `${price}/minimum`],
  ['bounds as strings without values', { [`${limit}/minimum`]: '101' }, 'E-LIMIT', `${limit}/minimum`],
  ['a bound that is a word', { [`${price}/minimum`]: 'low' }, 'E-LIMIT', `${price}/minimum`],
  ['an empty bound', { [`${price}/maximum`]: '' }, 'E-LIMIT', `${price}/maximum`],
  ['a bound that is NaN', { [`${price}/maximum`]: 'NaN' }, 'E-LIMIT', `${price}/maximum`],
  ['a bound that is true', { [`${price}/maximum`]: true }, 'E-LIMIT', `${price}/maximum`],
  ['no allowed value', { [`${state}/allowableValues/values`]: [] }, 'E-LIMIT', `${state}/allowableValues`],
  [
    'a LIST without values',
    { [`${state}/allowableValues`]: { valueType: 'LIST' } },
    'E-LIMIT',
    `${state}/allowableValues`,
  ],
  ['an empty enum', { [`${sort}/enum`]: [] }, 'E-LIMIT', `${sort}/enum`],
  ['an enum that is a string', { [`${sort}/enum`]: 'name,age' }, 'E-SHAPE', `${sort}/enum`],
  [
    'allowed values that are a string',
    { [`${state}/allowableValues/values`]: 'open,closed' },
    'E-SHAPE',
    `${state}/allowableValues/values`,
  ],
  [
    'allowed values of another kind',
    { [`${state}/allowableValues/valueType`]: 'SET' },
    'E-LIMIT',
    `${state}/allowableValues`,
  ],
  [
    'allowed values that are a list',
    { [`${state}/allowableValues`]: ['open', 'closed'] },
    'E-LIMIT',
    `${state}/allowableValues`,
  ],
  [
    'allowed values in a sentence',
    { [`${state}/allowableValues`]: 'open or closed' },
    'E-LIMIT',
    `${state}/allowableValues`,
  ],
  [
    'a word among numbers',
    { [`${size}/allowableValues`]: { valueType: 'LIST', values: [1, 'ten'] }, [`${size}/defaultValue`]: 1 },
    'E-LIMIT',
    `${size}/allowableValues/values/1`,
  ],
  ['an object among strings', { [`${sort}/enum`]: ['name', {}] }, 'E-LIMIT', `${sort}/enum/1`],
  ['an object among the values of a list', { [`${names}/enum`]: ['Rex', {}] }, 'E-LIMIT', `${names}/enum/1`],
  ['no allowed value of a list', { [`${names}/enum`]: [] }, 'E-LIMIT', `${names}/enum`],
  ['a shortest length above the longest', { [`${trace}/minLength`]: 21 }, 'E-LIMIT', `${trace}/minLength`],
  ['a negative length', { [`${trace}/minLength`]: -1 }, 'E-LIMIT', `${trace}/minLength`],
  ['a length with a fraction', { [`${trace}/maxLength`]: 20.5 }, 'E-LIMIT', `${trace}/maxLength`],
  ['a length that is a word', { [`${trace}/maxLength`]: 'long' }, 'E-LIMIT', `${trace}/maxLength`],
  ['fewest items above the most', { [`${tags}/minItems`]: 6 }, 'E-LIMIT', `${tags}/minItems`],
  ['a negative number of items', { [`${tags}/maxItems`]: -5 }, 'E-LIMIT', `${tags}/maxItems`],
  ['a number of items that is true', { [`${tags}/minItems`]: true }, 'E-LIMIT', `${tags}/minItems`],
  ['unique in words', { [`${tags}/uniqueItems`]: 'yes' }, 'E-SHAPE', `${tags}/uniqueItems`],
  ['a pattern that is a number', { [`${trace}/pattern`]: 7 }, 'E-SHAPE', `${trace}/pattern`],
  ['an unclosed pattern', { [`${trace}/pattern`]: '^[a-z' }, 'E-PATTERN', `${trace}/pattern`],
  ['a pattern with its slashes and flags', { [`${trace}/pattern`]: '(?i' }, 'E-PATTERN', `${trace}/pattern`],
  ['a pattern of another language', { [`${trace}/pattern`]: '^\\h+$' }, 'E-PATTERN', `${trace}/pattern`],
  ['a pattern with a repeat of nothing', { [`${trace}/pattern`]: '*.txt' }, 'E-PATTERN', `${trace}/pattern`],
  ['a pattern of exponential time', { [`${trace}/pattern`]: '^(a+)+$' }, 'E-REGEX', `${trace}/pattern`],
  ['an ambiguous pattern', { [`${trace}/pattern`]: '^(a|a)*$' }, 'E-REGEX', `${trace}/pattern`],
  [
    'a pattern of quadratic time in a body',
    {
      'order#/models/Order/properties/note/pattern': '\\s+$',
      'order#/models/Order/properties/note/maxLength': undefined,
    },
    'E-REGEX',
    'order#/models/Order/properties/note/pattern',
  ],
];

export const limitWarnings: readonly Defect[] = [
  [
    'a pattern of quadratic time in a header',
    { [`${trace}/pattern`]: '\\s+$' },
    'W-REGEX',
    `${trace}/pattern`,
  ],
  [
    'a pattern of quadratic time on a short text',
    { 'order#/models/Order/properties/note/pattern': '\\s+$' },
    'W-REGEX',
    'order#/models/Order/properties/note/pattern',
  ],
  [
    'min beside the type',
    { [`${limit}/minimum`]: undefined, [`${limit}/min`]: 2 },
    'W-LIMIT',
    `${limit}/min`,
  ],
  ['a length as a text', { [`${trace}/maxLength`]: '20' }, 'W-LIMIT', `${trace}/maxLength`],
  [
    'a type in words of another language',
    { [`${since}/dataType`]: 'Timestamp', [`${since}/defaultValue`]: 'x' },
    'W-TYPE',
    `${since}/dataType`,
  ],
  [
    'a list without items',
    { [`${names}/items`]: undefined, [`${names}/uniqueItems`]: undefined },
    'W-TYPE',
    `${names}/type`,
  ],
  ['items as a word', { [`${names}/items`]: 'string' }, 'W-TYPE', `${names}/items`],
  [
    'a range of strings',
    { [`${trace}/allowableValues`]: range(1, 5) },
    'W-LIMIT',
    `${trace}/allowableValues`,
  ],
  ['a length of a number', { [`${price}/maxLength`]: 5 }, 'W-LIMIT', `${price}/maxLength`],
  ['a pattern of a list', { [`${names}/pattern`]: '^a' }, 'W-LIMIT', `${names}/pattern`],
  ['a range of a union', { [`${who}/minimum`]: 5 }, 'W-LIMIT', `${who}/minimum`],
  ['an enum of a model', { [`${like}/enum`]: ['x'] }, 'W-LIMIT', `${like}/enum`],
  [
    'allowed values without one of the type',
    { [`${size}/allowableValues`]: { valueType: 'LIST', values: ['1-few', '2-many'] } },
    'W-LIMIT',
    `${size}/allowableValues`,
  ],
  [
    'unique objects in any number',
    { 'pet#/models/Pet/properties/friends/maxItems': undefined },
    'W-LIMIT',
    'pet#/models/Pet/properties/friends/uniqueItems',
  ],
  ['an undeclared model', { [`${like}/dataType`]: 'Query' }, 'W-MODEL', `${like}/dataType`],
  ['a type of Object.prototype', { [`${like}/dataType`]: 'constructor' }, 'W-MODEL', `${like}/dataType`],
  ['a field of an unknown type', { [`${title}/dataType`]: 'Titel' }, 'W-MODEL', `${title}/dataType`],
];
