/** Defects of paths and of their variables. */

import type { Defect } from './defect.ts';

const id = { paramType: 'path', name: 'id', dataType: 'int' };
const get = { httpMethod: 'GET', nickname: 'other', responseClass: 'any', parameters: [] };
const api = (path: string, operation: object = get) => ({ path, operations: [operation] });
const withVariable = (path: string, name: string) => api(path, { ...get, parameters: [{ ...id, name }] });
const mixed = (at: string, ...parameters: object[]) => api(at, { ...get, parameters });
const path = 'order#/apis/4/path';
const added = 'order#/apis/4/operations/0';

/** Adds a fifth path to the orders. */
const add = (value: unknown) => ({ 'order#/apis/-': value });

export const pathDefects: readonly Defect[] = [
  ['an api that is a string', add('/order/x'), 'E-SHAPE', 'order#/apis/4'],
  ['an api that is a list', add([get]), 'E-SHAPE', 'order#/apis/4'],
  ['an api without a path', add({ operations: [get] }), 'E-SHAPE', 'order#/apis/4'],
  ['a path that is null', add({ path: null, operations: [get] }), 'E-SHAPE', 'order#/apis/4'],
  ['a path that is a number', add({ path: 7, operations: [get] }), 'E-SHAPE', path],
  [
    'a description that is a list',
    add({ ...api('/order/x'), description: ['x'] }),
    'E-SHAPE',
    'order#/apis/4/description',
  ],
  [
    'operations that are an object',
    add({ path: '/order/x', operations: get }),
    'E-SHAPE',
    'order#/apis/4/operations',
  ],
  ['an empty segment', add(api('/order//x')), 'E-SEGMENT', path],
  ['a path that is too long', add(api(`/${'a'.repeat(1_000)}`)), 'E-SEGMENT', path],
  ['a space', add(api('/order/a b')), 'E-SEGMENT', path],
  ['an escaped space', add(api('/order/a%20b')), 'E-SEGMENT', path],
  ['a query', add(api('/order/x?all=true')), 'E-SEGMENT', path],
  ['a colon', add(api('/order/:id')), 'E-SEGMENT', path],
  ['a letter outside ASCII', add(api('/order/größe')), 'E-SEGMENT', path],
  ['two variables in a segment', add(withVariable('/order/{id}{name}', 'id')), 'E-SEGMENT', path],
  ['a variable without a name', add(api('/order/{}')), 'E-SEGMENT', path],
  ['an unclosed variable', add(api('/order/{id')), 'E-SEGMENT', path],
  ['an unopened variable', add(api('/order/id}')), 'E-SEGMENT', path],
  ['a variable with a pattern', add(withVariable('/order/{id:[0-9]+}', 'id')), 'E-SEGMENT', path],
  ['a wildcard', add(api('/order/*')), 'E-SEGMENT', path],
  ['a line separator', add(api('/order/a\u2028b')), 'E-SEGMENT', path],
  ['a dot segment', add(api('/order/../pet')), 'E-SEGMENT', path],
  ['a greedy variable before the end', add(withVariable('/order/{all+}/x', 'all')), 'E-GREEDY', path],
  [
    'an optional greedy variable before the end',
    add(withVariable('/order/{all*}/x', 'all')),
    'E-GREEDY',
    path,
  ],
  ['a variable twice', add(withVariable('/order/{id}/x/{id}', 'id')), 'E-TEMPLATE', path],
  [
    'a variable whose name a query parameter has',
    add(api('/order/{id}/x', { ...get, parameters: [{ ...id, paramType: 'query' }] })),
    'E-INPUT-CLASH',
    `${added}/parameters`,
  ],
  [
    'a parameter without its variable',
    add(withVariable('/order/x', 'id')),
    'E-TEMPLATE',
    `${added}/parameters/0`,
  ],
  [
    'a parameter and its variable in different letter case',
    { 'order#/apis/1/operations/0/parameters/-': { ...id, name: 'Id' } },
    'E-TEMPLATE',
    'order#/apis/1/operations/0/parameters/1',
  ],
  [
    'a greedy variable in the name of its parameter',
    { 'order#/apis/2/operations/0/parameters/-': { ...id, name: 'rest+' } },
    'E-TEMPLATE',
    'order#/apis/2/operations/0/parameters/2',
  ],
  ['a method twice on a path', add(api('/order')), 'E-DUPLICATE', added],
  [
    'a method twice in one list',
    { 'order#/apis/0/operations/-': { ...get, httpMethod: 'get' } },
    'E-DUPLICATE',
    'order#/apis/0/operations/2',
  ],
  ['a method twice, once with a slash', add(api('/order/')), 'E-DUPLICATE', added],
  ['paths that differ only in letter case', add(api('/ORDER')), 'E-ROUTE', added],
  ['paths that differ only in punctuation', add(api('/or.der')), 'E-ROUTE', added],
  ['paths that differ only in an underscore', add(api('/or_der')), 'E-ROUTE', added],
  [
    'a HEAD whose path differs only in an underscore from the implied HEAD of a GET',
    add(api('/or_der', { ...get, httpMethod: 'HEAD' })),
    'E-ROUTE',
    added,
  ],
  [
    'a HEAD of the descriptors',
    add(api('/api-docs.json/{id}', { ...get, httpMethod: 'HEAD', parameters: [id] })),
    'E-ROUTE',
    added,
  ],
  [
    'paths that differ only in names of variables',
    add(withVariable('/order/{other}', 'other')),
    'E-ROUTE',
    added,
  ],
  ['a greedy path and a path of one segment', add(withVariable('/order/{all+}', 'all')), 'E-ROUTE', added],
  ['an optional rest and the path without it', add(withVariable('/order/{id*}', 'id')), 'E-ROUTE', added],
];

const format = { paramType: 'path', name: 'format', dataType: 'string' };

export const pathWarnings: readonly Defect[] = [
  ['no leading slash', add(api('order/x')), 'W-LEADING-SLASH', path],
  ['a trailing slash', add(api('/order/x/')), 'W-TRAILING-SLASH', path],
  ['a format', add(api('/order.{format}/x')), 'W-FORMAT', path],
  [
    'a format with its parameter',
    add(api('/order/x.{format}', { ...get, parameters: [format] })),
    'W-FORMAT',
    path,
  ],
  ['a variable with a suffix', add(mixed('/order/x/{id}.xml', id)), 'W-SEGMENT', path],
  ['a variable with a prefix', add(mixed('/order/x/by-{id}', id)), 'W-SEGMENT', path],
  [
    'a range of two variables',
    add(mixed('/order/x/{id}-{name}', id, { ...id, name: 'name' })),
    'W-SEGMENT',
    path,
  ],
  ['a quote', add(api("/order/x/it's")), 'W-SEGMENT', path],
  ['a variable without its parameter', add(api('/order/{id}/x')), 'W-PARAM', `${added}/parameters`],
  [
    'a variable without any parameters',
    add(api('/order/{id}/x', { ...get, parameters: undefined })),
    'W-PARAM',
    added,
  ],
  ['a misspelt member', add({ ...api('/order/x'), descripton: 'x' }), 'W-KEY', 'order#/apis/4/descripton'],
];
