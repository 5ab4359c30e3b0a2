/** Defects of operations: method, nickname, result, responses, size, and how the body is declared. */

import type { Defect } from './defect.ts';

const list = 'order#/apis/0/operations/0';
const add = 'order#/apis/0/operations/1';
const read = 'order#/apis/1/operations/0';
const change = 'order#/apis/1/operations/1';
const attach = 'order#/apis/3/operations/0';
const versions = `${list}/x-media-versions` as const;
const named = { 'api-docs#/x-media-vendor': 'shop' };
const find = 'pet#/apis/0/operations/0';
const addPet = 'pet#/apis/0/operations/1';
const get = { httpMethod: 'GET', nickname: 'other', responseClass: 'any', parameters: [] };
const body = { paramType: 'body', dataType: 'Order' };
const field = { paramType: 'form', name: 'field', dataType: 'string' };

export const operationDefects: readonly Defect[] = [
  ['an operation that is a text', { [`${list}`]: 'GET' }, 'E-SHAPE', list],
  ['an operation that is a list', { [`${list}`]: ['GET'] }, 'E-SHAPE', list],
  ['no method', { [`${list}/httpMethod`]: undefined }, 'E-METHOD', list],
  ['a method that is null', { [`${list}/httpMethod`]: null }, 'E-METHOD', list],
  ['a method that HTTP has not', { [`${list}/httpMethod`]: 'FETCH' }, 'E-METHOD', `${list}/httpMethod`],
  ['a method that the gateway does not route', { [`${find}/method`]: 'TRACE' }, 'E-METHOD', `${find}/method`],
  ['a method that is a number', { [`${find}/method`]: 7 }, 'E-METHOD', `${find}/method`],
  ['two methods', { [`${list}/httpMethod`]: ['GET', 'PUT'] }, 'E-METHOD', `${list}/httpMethod`],
  ['a method with a space', { [`${list}/httpMethod`]: 'GET ' }, 'E-METHOD', `${list}/httpMethod`],
  ['no nickname', { [`${list}/nickname`]: undefined }, 'E-NICKNAME', list],
  ['an empty nickname', { [`${list}/nickname`]: '' }, 'E-NICKNAME', `${list}/nickname`],
  ['a nickname that is a number', { [`${list}/nickname`]: 7 }, 'E-NICKNAME', `${list}/nickname`],
  ['a nickname with a hyphen', { [`${list}/nickname`]: 'list-all' }, 'E-NICKNAME', `${list}/nickname`],
  ['a nickname with a space', { [`${list}/nickname`]: 'list all' }, 'E-NICKNAME', `${list}/nickname`],
  [
    'a nickname that leads out of its folder',
    { [`${list}/nickname`]: '../list' },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  [
    'a nickname with a line separator',
    { [`${list}/nickname`]: 'a\u2028b' },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  ['a nickname that ends a comment', { [`${list}/nickname`]: 'a*/b' }, 'E-NICKNAME', `${list}/nickname`],
  [
    'a nickname that begins with a digit',
    { [`${list}/nickname`]: '2list' },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  [
    'a nickname of letters that are not ASCII',
    { [`${list}/nickname`]: 'größe' },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  ['a nickname that is a keyword', { [`${list}/nickname`]: 'delete' }, 'E-NICKNAME', `${list}/nickname`],
  [
    'a nickname that is the prototype',
    { [`${list}/nickname`]: '__proto__' },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  [
    'a nickname that every object has',
    { [`${list}/nickname`]: 'constructor' },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  ['a nickname that is a device', { [`${list}/nickname`]: 'con' }, 'E-NICKNAME', `${list}/nickname`],
  [
    'a nickname of 300 characters',
    { [`${list}/nickname`]: 'a'.repeat(300) },
    'E-NICKNAME',
    `${list}/nickname`,
  ],
  ['a nickname twice', { [`${read}/nickname`]: 'list' }, 'E-NICKNAME', read],
  ['a nickname twice but for letter case', { [`${add}/nickname`]: 'List' }, 'E-NICKNAME', add],
  [
    'a nickname twice of which the second comes first in the file',
    { 'order#/apis/0/operations/-': { ...get, httpMethod: 'PUT' }, [`${change}/nickname`]: 'other' },
    'E-NICKNAME',
    change,
  ],
  ['a summary that is a list', { [`${list}/summary`]: ['List'] }, 'E-SHAPE', `${list}/summary`],
  ['notes that are a number', { [`${list}/notes`]: 7 }, 'E-SHAPE', `${list}/notes`],
  ['deprecated in words', { [`${find}/deprecated`]: 'soon' }, 'E-SHAPE', `${find}/deprecated`],
  ['media types that are an object', { [`${find}/produces`]: {} }, 'E-SHAPE', `${find}/produces`],
  ['media types that are a text', { [`${add}/consumes`]: 'application/json' }, 'E-SHAPE', `${add}/consumes`],
  ['a result of an unknown model', { [`${list}/responseClass`]: 'Oder' }, 'E-MODEL', `${list}/responseClass`],
  [
    'a result of a list of an unknown model',
    { [`${list}/responseClass`]: 'List[Oder]' },
    'E-MODEL',
    `${list}/responseClass`,
  ],
  ['a result that is an object', { [`${list}/responseClass`]: {} }, 'E-SHAPE', `${list}/responseClass`],
  [
    'a result of a list of nothing',
    { [`${list}/responseClass`]: 'List[void]' },
    'E-TYPE',
    `${list}/responseClass`,
  ],
  [
    'a list of a list that is not closed',
    { [`${list}/responseClass`]: 'List[List[int]' },
    'E-MODEL',
    `${list}/responseClass`,
  ],
  ['items that are unknown', { [`${find}/items/$ref`]: 'Pett' }, 'E-MODEL', `${find}/items/$ref`],
  [
    'items of another file',
    { [`${find}/items/$ref`]: 'order.json#/models/Order' },
    'E-REF',
    `${find}/items/$ref`,
  ],
  ['items that are a list', { [`${find}/items`]: [{ $ref: 'Pet' }] }, 'E-SHAPE', `${find}/items`],
  ['items without a type', { [`${find}/items`]: {} }, 'E-TYPE', `${find}/items`],
  [
    'responses that are an object',
    { [`${list}/errorResponses`]: { 400: 'bad' } },
    'E-SHAPE',
    `${list}/errorResponses`,
  ],
  [
    'a response that is a number',
    { [`${list}/errorResponses/0`]: 400 },
    'E-SHAPE',
    `${list}/errorResponses/0`,
  ],
  [
    'a response of an unknown model',
    { [`${find}/responseMessages/0/responseModel`]: 'Problm' },
    'E-MODEL',
    `${find}/responseMessages/0/responseModel`,
  ],
  ['versions that are a list', { ...named, [versions]: [1, 2] }, 'E-SHAPE', versions],
  [
    'a version that is an object',
    { ...named, [versions]: { 2: { type: 'Order' } } },
    'E-SHAPE',
    `${versions}/2`,
  ],
  ['a version of an unknown model', { ...named, [versions]: { 2: 'Oder' } }, 'E-MODEL', `${versions}/2`],
  ['a version that is nothing', { ...named, [versions]: { 2: 'void' } }, 'E-TYPE', `${versions}/2`],
  ['a version that is a file', { ...named, [versions]: { 2: 'File' } }, 'E-TYPE', `${versions}/2`],
  ['version 0', { ...named, [versions]: { 0: 'any' } }, 'E-MEDIA-VERSION', `${versions}/0`],
  ['version 1000', { ...named, [versions]: { 1000: 'any' } }, 'E-MEDIA-VERSION', `${versions}/1000`],
  ['a version with a letter', { ...named, [versions]: { v2: 'any' } }, 'E-MEDIA-VERSION', `${versions}/v2`],
  ['a version with a zero', { ...named, [versions]: { '02': 'any' } }, 'E-MEDIA-VERSION', `${versions}/02`],
  [
    'a version called like the prototype',
    { ...named, [versions]: JSON.parse('{ "__proto__": "any" }') },
    'E-MEDIA-VERSION',
    `${versions}/__proto__`,
  ],
  [
    'a first version that is not the result',
    { ...named, [versions]: { 1: 'Order', 2: 'any' } },
    'E-MEDIA-VERSION',
    `${versions}/1`,
  ],
  [
    'versions of nothing',
    { ...named, [`${list}/responseClass`]: 'void', [versions]: { 2: 'any' } },
    'E-MEDIA-VERSION',
    versions,
  ],
  [
    'versions of what does not say what it is',
    { ...named, [`${list}/responseClass`]: undefined, [versions]: { 2: 'any' } },
    'E-MEDIA-VERSION',
    versions,
  ],
  [
    'versions of an unknown model',
    { ...named, [`${list}/responseClass`]: 'Oder', [versions]: { 1: 'any', 2: 'any' } },
    'E-MODEL',
    `${list}/responseClass`,
  ],
  ['versions without a name for them', { [versions]: { 2: 'any' } }, 'E-MEDIA-VERSION', versions],
  [
    'the type of a version among those of the first',
    { ...named, [`${list}/produces`]: ['application/vnd.shop-v2+json'], [versions]: { 2: 'any' } },
    'E-MEDIA-VERSION',
    `${list}/produces`,
  ],
  ['a status that is no success', { [`${attach}/x-status`]: 404 }, 'E-STATUS', `${attach}/x-status`],
  ['a status that is a text', { [`${attach}/x-status`]: '202' }, 'E-STATUS', `${attach}/x-status`],
  ['a status with a fraction', { [`${attach}/x-status`]: 200.5 }, 'E-STATUS', `${attach}/x-status`],
  ['too little memory', { [`${attach}/x-memory`]: 64 }, 'E-LIMIT', `${attach}/x-memory`],
  ['memory with its unit', { [`${attach}/x-memory`]: '256MB' }, 'E-LIMIT', `${attach}/x-memory`],
  ['more time than the gateway waits', { [`${attach}/x-timeout`]: 31 }, 'E-LIMIT', `${attach}/x-timeout`],
  ['no time', { [`${attach}/x-timeout`]: 0 }, 'E-LIMIT', `${attach}/x-timeout`],
  ['a body on GET', { [`${read}/parameters/-`]: body }, 'E-BODY', `${read}/parameters/1`],
  [
    'a member of a body on GET',
    { [`${read}/parameters/-`]: { ...body, name: 'part' } },
    'E-BODY',
    `${read}/parameters/1`,
  ],
  [
    'a body on HEAD',
    { [`${read}/httpMethod`]: 'HEAD', [`${read}/parameters/-`]: body },
    'E-BODY',
    `${read}/parameters/1`,
  ],
  ['a form on GET', { [`${read}/parameters/-`]: field }, 'E-BODY', `${read}/parameters/1`],
  ['a second body', { [`${add}/parameters/-`]: body }, 'E-BODY', `${add}/parameters/1`],
  [
    'a second body, of which one has its name',
    { [`${addPet}/parameters/-`]: { ...body, dataType: 'Pet' } },
    'E-BODY',
    `${addPet}/parameters/1`,
  ],
  [
    'a member beside the whole body',
    { [`${add}/parameters/-`]: { ...body, name: 'part' } },
    'E-BODY',
    `${add}/parameters/1`,
  ],
  ['a form beside a body', { [`${add}/parameters/-`]: field }, 'E-BODY', `${add}/parameters/1`],
  ['a body beside a form', { [`${attach}/parameters/-`]: body }, 'E-BODY', `${attach}/parameters/1`],
];

export const operationWarnings: readonly Defect[] = [
  [
    'a body on DELETE',
    { 'order#/apis/1/operations/2/parameters/-': body },
    'W-BODY',
    'order#/apis/1/operations/2/parameters/1',
  ],
  [
    'a response whose code is a word',
    { [`${list}/errorResponses/0/code`]: 'bad' },
    'W-RESPONSE',
    `${list}/errorResponses/0/code`,
  ],
  [
    'a response without a code',
    { [`${list}/errorResponses/0/code`]: undefined },
    'W-RESPONSE',
    `${list}/errorResponses/0`,
  ],
  [
    'a response model that is an object',
    { [`${find}/responseMessages/0/responseModel`]: { $ref: 'Problem' } },
    'W-RESPONSE',
    `${find}/responseMessages/0/responseModel`,
  ],
  ['a File as the result', { [`${list}/responseClass`]: 'File' }, 'W-TYPE', `${list}/responseClass`],
  ['an empty result', { [`${list}/responseClass`]: '' }, 'W-TYPE', `${list}/responseClass`],
  ['deprecated as a text', { [`${find}/deprecated`]: 'True' }, 'W-FLAG', `${find}/deprecated`],
  ['the word of another language', { [`${list}/operationId`]: 'list' }, 'W-KEY', `${list}/operationId`],
  [
    'authorizations',
    { [`${find}/authorizations`]: { oauth2: [] } },
    'W-AUTHORIZATION',
    `${find}/authorizations`,
  ],
  [
    'a file that is sent as text',
    { [`${attach}/consumes`]: ['application/x-www-form-urlencoded'] },
    'W-MEDIA-TYPE',
    `${attach}/parameters/1`,
  ],
];
