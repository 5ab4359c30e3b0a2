/** Defects of parameters: place, name and default. */

import type { Defect } from './defect.ts';

const list = 'order#/apis/0/operations/0/parameters';
const size = `${list}/0`;
const state = `${list}/1`;
const tags = `${list}/2`;
const price = `${list}/3`;
const since = `${list}/4`;
const gift = `${list}/5`;
const like = `${list}/6`;
const trace = `${list}/7`;
const who = `${list}/8`;
const added = `${list}/9`;
const id = 'order#/apis/1/operations/0/parameters/0';
const change = 'order#/apis/1/operations/1/parameters';
const scan = 'order#/apis/3/operations/0/parameters/1';
const title = 'order#/apis/3/operations/0/parameters/2';
const limit = 'pet#/apis/0/operations/0/parameters/0';

/** Adds a tenth parameter to the operation that lists orders. */
const add = (parameter: object) => ({
  [`${list}/-`]: { paramType: 'query', name: 'added', dataType: 'string', ...parameter },
});

export const parameterDefects: readonly Defect[] = [
  ['parameters that are an object', { [list]: { size: 'int' } }, 'E-SHAPE', list],
  [
    'parameters of a path that are an object',
    { 'order#/apis/1/operations/0/parameters': { id: 'int' } },
    'E-SHAPE',
    'order#/apis/1/operations/0/parameters',
  ],
  ['a parameter that is a string', { [size]: 'size' }, 'E-SHAPE', size],
  ['a path parameter that is a string', { [id]: 'id' }, 'E-SHAPE', id],
  [
    'a misspelt place',
    { [`${size}/paramType`]: undefined, [`${size}/paramTyp`]: 'query' },
    'E-PARAM',
    `${size}/paramTyp`,
  ],
  ['an unknown place', { [`${size}/paramType`]: 'matrix' }, 'E-PARAM', `${size}/paramType`],
  ['a cookie', { [`${size}/paramType`]: 'cookie' }, 'E-PARAM', `${size}/paramType`],
  ['a place that is a number', { [`${size}/paramType`]: 7 }, 'E-PARAM', `${size}/paramType`],
  ['two places', { [`${size}/paramType`]: ['query', 'path'] }, 'E-PARAM', `${size}/paramType`],
  [
    'a misspelt type',
    { [`${since}/dataType`]: undefined, [`${since}/datype`]: 'Date' },
    'E-PARAM',
    `${since}/datype`,
  ],
  ['a filter without a field', { [`${state}/x-filter`]: {} }, 'E-FILTER', `${state}/x-filter`],
  ['a filter of nothing', { [`${state}/x-filter`]: '' }, 'E-FILTER', `${state}/x-filter`],
  ['a filter of a field of a form', { [`${title}/x-filter`]: 'title' }, 'E-FILTER', `${title}/x-filter`],
  [
    'a filter by an unknown operator',
    { [`${price}/x-filter`]: { field: 'price', op: '=<' } },
    'E-FILTER',
    `${price}/x-filter/op`,
  ],
  [
    'a range of texts',
    { [`${state}/x-filter`]: { field: 'state', op: '>' } },
    'E-FILTER',
    `${state}/x-filter`,
  ],
  ['a filter of a truth', { [`${gift}/x-filter`]: 'gift' }, 'E-FILTER', `${gift}/x-filter`],
  ['a read-only field', { [`${title}/x-read-only`]: true }, 'E-PARAM', `${title}/x-read-only`],
  [
    'a read-only part of the body',
    { [`${change}/1/x-read-only`]: true },
    'E-PARAM',
    `${change}/1/x-read-only`,
  ],
  ['a read-only parameter', { [`${size}/x-read-only`]: true }, 'E-PARAM', `${size}/x-read-only`],
  ['no name', { [`${size}/name`]: undefined }, 'E-PARAM', size],
  ['no name of a path parameter', { [`${id}/name`]: undefined }, 'E-PARAM', id],
  ['no name of a field', { [`${title}/name`]: undefined }, 'E-PARAM', title],
  ['a name that is a number', { [`${size}/name`]: 7 }, 'E-SHAPE', `${size}/name`],
  [
    'a list as the name of a part of the body',
    { [`${change}/1/name`]: ['note'] },
    'E-SHAPE',
    `${change}/1/name`,
  ],
  ['an empty name', { [`${size}/name`]: '' }, 'E-NAME', `${size}/name`],
  ['a blank name', { [`${size}/name`]: ' ' }, 'E-NAME', `${size}/name`],
  ['a name with a space before it', { [`${size}/name`]: ' size' }, 'E-NAME', `${size}/name`],
  ['a name with a quote', { [`${size}/name`]: "it's" }, 'E-NAME', `${size}/name`],
  ['a name with a double quote', { [`${size}/name`]: 'a"b' }, 'E-NAME', `${size}/name`],
  ['a name with a back quote', { [`${size}/name`]: 'a`b' }, 'E-NAME', `${size}/name`],
  ['a name with a backslash', { [`${size}/name`]: 'a\\b' }, 'E-NAME', `${size}/name`],
  ['a name that ends a comment', { [`${size}/name`]: 'a*/b' }, 'E-NAME', `${size}/name`],
  ['a name with a line separator', { [`${size}/name`]: 'a\u2028b' }, 'E-NAME', `${size}/name`],
  ['a name with a paragraph separator', { [`${size}/name`]: 'a\u2029b' }, 'E-NAME', `${size}/name`],
  ['a name with a line feed', { [`${size}/name`]: 'a\nb' }, 'E-NAME', `${size}/name`],
  ['a name with NUL', { [`${size}/name`]: 'a\u0000b' }, 'E-NAME', `${size}/name`],
  ['a name with a lone surrogate', { [`${size}/name`]: 'a\ud800b' }, 'E-NAME', `${size}/name`],
  ['a name __proto__', { [`${size}/name`]: '__proto__' }, 'E-NAME', `${size}/name`],
  ['a name of 300 characters', { [`${size}/name`]: 'a'.repeat(300) }, 'E-NAME', `${size}/name`],
  ['a field named __proto__', { [`${title}/name`]: '__proto__' }, 'E-NAME', `${title}/name`],
  ['a part of the body named __proto__', { [`${change}/1/name`]: '__proto__' }, 'E-NAME', `${change}/1/name`],
  ['a header with a space', { [`${trace}/name`]: 'X Trace' }, 'E-NAME', `${trace}/name`],
  ['a header with a colon', { [`${trace}/name`]: 'X-Trace:' }, 'E-NAME', `${trace}/name`],
  ['the header of cookies', { [`${trace}/name`]: 'Cookie' }, 'E-NAME', `${trace}/name`],
  ['a name twice', add({ name: 'size' }), 'E-DUPLICATE', added],
  ['a header twice', add({ paramType: 'header', name: 'X-Trace' }), 'E-DUPLICATE', added],
  [
    'a header twice in different letter case',
    add({ paramType: 'header', name: 'x-trace' }),
    'E-DUPLICATE',
    added,
  ],
  [
    'a path parameter twice',
    { 'order#/apis/1/operations/0/parameters/-': { paramType: 'path', name: 'id', dataType: 'long' } },
    'E-DUPLICATE',
    'order#/apis/1/operations/0/parameters/1',
  ],
  ['a part of the body twice', { [`${change}/2/name`]: 'note' }, 'E-DUPLICATE', `${change}/2`],
  ['a field twice', { [`${title}/name`]: 'scan' }, 'E-DUPLICATE', title],
  ['a name in query and header', add({ paramType: 'header', name: 'size' }), 'E-INPUT-CLASH', added],
  [
    'a name in path and query',
    { 'order#/apis/1/operations/0/parameters/-': { paramType: 'query', name: 'id', dataType: 'int' } },
    'E-INPUT-CLASH',
    'order#/apis/1/operations/0/parameters/1',
  ],
  ['required in words', { [`${size}/required`]: 'yes' }, 'E-SHAPE', `${size}/required`],
  [
    'a list as required of a part of the body',
    { [`${change}/1/required`]: ['note'] },
    'E-SHAPE',
    `${change}/1/required`,
  ],
  ['several in words', { [`${state}/allowMultiple`]: 'many' }, 'E-SHAPE', `${state}/allowMultiple`],
  ['a description that is a list', { [`${size}/description`]: ['x'] }, 'E-SHAPE', `${size}/description`],
  ['a default above its maximum', { [`${size}/defaultValue`]: 101 }, 'E-DEFAULT', `${size}/defaultValue`],
  ['a default below its minimum', { [`${limit}/defaultValue`]: '0' }, 'E-DEFAULT', `${limit}/defaultValue`],
  ['a default with a fraction', { [`${size}/defaultValue`]: 1.5 }, 'E-DEFAULT', `${size}/defaultValue`],
  [
    'a default in hexadecimal digits',
    { [`${size}/defaultValue`]: '0x10' },
    'E-DEFAULT',
    `${size}/defaultValue`,
  ],
  [
    'a default that is not a number',
    { [`${price}/defaultValue`]: 'cheap' },
    'E-DEFAULT',
    `${price}/defaultValue`,
  ],
  [
    'a default that is not finite',
    { [`${price}/defaultValue`]: 'Infinity' },
    'E-DEFAULT',
    `${price}/defaultValue`,
  ],
  [
    'a default that is not allowed',
    { [`${state}/defaultValue`]: 'lost' },
    'E-DEFAULT',
    `${state}/defaultValue`,
  ],
  [
    'a default that is not in the calendar',
    { [`${since}/defaultValue`]: '2023-02-29' },
    'E-DEFAULT',
    `${since}/defaultValue`,
  ],
  [
    'a default that is neither true nor false',
    { [`${gift}/defaultValue`]: 'no' },
    'E-DEFAULT',
    `${gift}/defaultValue`,
  ],
  [
    'a default that does not match its pattern',
    { [`${trace}/defaultValue`]: 'A1' },
    'E-DEFAULT',
    `${trace}/defaultValue`,
  ],
  [
    'a default with too many items',
    { [`${tags}/defaultValue`]: 'a,b,c,d,e,f' },
    'E-DEFAULT',
    `${tags}/defaultValue`,
  ],
  ['a default that is an object', { [`${since}/defaultValue`]: {} }, 'E-DEFAULT', `${since}/defaultValue`],
  [
    'a default that fits no type of its union',
    { [`${who}/defaultValue`]: true },
    'E-DEFAULT',
    `${who}/defaultValue`,
  ],
  ['a default of a model', { [`${like}/defaultValue`]: { text: 'x' } }, 'E-DEFAULT', `${like}/defaultValue`],
  ['a default of a file', { [`${scan}/defaultValue`]: 'x' }, 'E-DEFAULT', `${scan}/defaultValue`],
];

export const parameterWarnings: readonly Defect[] = [
  ['a member of OpenAPI like a word for a type', { [`${since}/style`]: 'form' }, 'W-KEY', `${since}/style`],
  [
    'a default of the whole body',
    { 'order#/apis/0/operations/1/parameters/0/defaultValue': {} },
    'W-DEFAULT',
    'order#/apis/0/operations/1/parameters/0/defaultValue',
  ],
  [
    'a default of a part of the body',
    { [`${change}/2/defaultValue`]: 1 },
    'W-DEFAULT',
    `${change}/2/defaultValue`,
  ],
  ['a synonym of a place', { [`${size}/paramType`]: 'querystring' }, 'W-PARAM', `${size}/paramType`],
  ['a File as the body', { [`${scan}/paramType`]: 'body' }, 'W-PARAM', `${scan}/paramType`],
  ['required as a string', { [`${size}/required`]: 'True' }, 'W-FLAG', `${size}/required`],
  ['allowMultiple as a number', { [`${size}/allowMultiple`]: 0 }, 'W-FLAG', `${size}/allowMultiple`],
  ['an empty default', { [`${size}/defaultValue`]: '' }, 'W-DEFAULT', `${size}/defaultValue`],
  ['a misspelt member', { [`${size}/desciption`]: 'x' }, 'W-KEY', `${size}/desciption`],
  ['a keyword of OpenAPI', { [`${size}/default`]: 10 }, 'W-KEY', `${size}/default`],
  [
    'a type in other letters',
    { [`${since}/dataType`]: undefined, [`${since}/datatype`]: 'Date' },
    'W-KEY',
    `${since}/datatype`,
  ],
  [
    'a place with a colon',
    { [`${size}/paramType`]: undefined, [`${size}/paramType:`]: 'query' },
    'W-KEY',
    `${size}/paramType:`,
  ],
  [
    'a parameter twice in the same words',
    { 'order#/apis/1/operations/0/parameters/-': { paramType: 'path', name: 'id', dataType: 'int' } },
    'W-PARAM',
    'order#/apis/1/operations/0/parameters/1',
  ],
  ['no place', { [`${size}/paramType`]: undefined }, 'W-PARAM', size],
  ['no place of a path parameter', { [`${id}/paramType`]: undefined }, 'W-PARAM', id],
  ['no type', { [`${since}/dataType`]: undefined }, 'W-TYPE', since],
  ['a type that is null', { [`${since}/dataType`]: null }, 'W-TYPE', since],
  ['no type of a path parameter', { [`${id}/dataType`]: undefined }, 'W-TYPE', id],
];
