/** Defects of the listing, and of resources as a whole. */

import type { Defect } from './defect.ts';
import { soundService } from './sound-service.ts';

const operation = { httpMethod: 'GET', nickname: 'docs', parameters: [] };
const another = (path: string, rest: object = {}) => ({
  resourcePath: path,
  apis: [{ path, operations: [{ ...operation, nickname: 'other', ...rest }] }],
});

export const listingDefects: readonly Defect[] = [
  ['a listing that is a list', { 'api-docs#': [1] }, 'E-SHAPE', 'api-docs#'],
  ['a listing that is a string', { 'api-docs#': 'docs' }, 'E-SHAPE', 'api-docs#'],
  ['a number as the version', { 'api-docs#/apiVersion': 1 }, 'E-SHAPE', 'api-docs#/apiVersion'],
  ['a base path that is not a string', { 'api-docs#/basePath': ['/v1'] }, 'E-SHAPE', 'api-docs#/basePath'],
  ['resources that are not a list', { 'api-docs#/apis': { order: {} } }, 'E-SHAPE', 'api-docs#/apis'],
  ['a vendor that is a number', { 'api-docs#/x-media-vendor': 7 }, 'E-SHAPE', 'api-docs#/x-media-vendor'],
  ['an empty vendor', { 'api-docs#/x-media-vendor': '' }, 'E-MEDIA-VERSION', 'api-docs#/x-media-vendor'],
  [
    'a vendor in capitals',
    { 'api-docs#/x-media-vendor': 'Shop' },
    'E-MEDIA-VERSION',
    'api-docs#/x-media-vendor',
  ],
  [
    'a vendor with its suffix',
    { 'api-docs#/x-media-vendor': 'vnd.shop+json' },
    'E-MEDIA-VERSION',
    'api-docs#/x-media-vendor',
  ],
  [
    'a vendor of 65 characters',
    { 'api-docs#/x-media-vendor': 'a'.repeat(65) },
    'E-MEDIA-VERSION',
    'api-docs#/x-media-vendor',
  ],
  [
    'a vendor in capitals, with versions',
    { 'api-docs#/x-media-vendor': 'Shop', 'order#/apis/0/operations/0/x-media-versions': { 2: 'any' } },
    'E-MEDIA-VERSION',
    'api-docs#/x-media-vendor',
  ],
  ['a resource that is not an object', { 'api-docs#/apis/0': '/order' }, 'E-SHAPE', 'api-docs#/apis/0'],
  ['a resource without a path', { 'api-docs#/apis/0/path': undefined }, 'E-SHAPE', 'api-docs#/apis/0'],
  ['a resource whose path is a number', { 'api-docs#/apis/0/path': 7 }, 'E-SHAPE', 'api-docs#/apis/0/path'],
  [
    'a resource described by a number',
    { 'api-docs#/apis/0/description': 7 },
    'E-SHAPE',
    'api-docs#/apis/0/description',
  ],
  [
    'a resource without a descriptor',
    { 'api-docs#/apis/-': { path: '/api-docs.json/orders' } },
    'E-LISTING',
    'api-docs#/apis/2',
  ],
  [
    'a resource named like a prototype member',
    { 'api-docs#/apis/-': { path: '/constructor' } },
    'E-LISTING',
    'api-docs#/apis/2',
  ],
  ['a declaration that is a string', { 'pet#': 'pets' }, 'E-SHAPE', 'pet#'],
  ['a declaration that is a number', { 'pet#': 7 }, 'E-SHAPE', 'pet#'],
  ['a declaration without apis', { 'pet#/apis': undefined }, 'E-SHAPE', 'pet#'],
  ['apis that are an object', { 'pet#/apis': { '/pet': {} } }, 'E-SHAPE', 'pet#/apis'],
  ['a version that is a number', { 'pet#/apiVersion': 1.1 }, 'E-SHAPE', 'pet#/apiVersion'],
  ['a description that is an object', { 'pet#/description': {} }, 'E-SHAPE', 'pet#/description'],
  ['a base path that is a number', { 'pet#/basePath': 1 }, 'E-SHAPE', 'pet#/basePath'],
  ['a resource path that is a list', { 'pet#/resourcePath': ['/pet'] }, 'E-SHAPE', 'pet#/resourcePath'],
  ['media types that are a string', { 'pet#/produces': 'application/json' }, 'E-SHAPE', 'pet#/produces'],
  ['models that are a list', { 'order#/models': [1] }, 'E-SHAPE', 'order#/models'],
  ['a resource whose name has a space', { 'our pets#': another('/other') }, 'E-FILE', 'our pets#'],
  ['a resource whose name has a dot', { 'pet.v2#': another('/other') }, 'E-FILE', 'pet.v2#'],
  ['a resource whose name begins with a digit', { '2pet#': another('/other') }, 'E-FILE', '2pet#'],
  ['a resource named like the prototype', { '__proto__#': another('/other') }, 'E-FILE', '__proto__#'],
  ['a resource named like a device', { 'nul#': another('/other') }, 'E-FILE', 'nul#'],
  ['a resource named like another one', { 'Pet#': another('/other') }, 'E-FILE', 'pet#'],
  [
    'functions of two resources with the same name',
    {
      'pet-shop#': another('/one', { nickname: 'read' }),
      'petDashshop#': another('/two', { nickname: 'read' }),
    },
    'E-ROUTE',
    'petDashshop#/apis/0/operations/0',
  ],
  [
    'a function named like the one that serves the descriptors',
    { 'api#': { resourcePath: '/api', apis: [{ path: '/api', operations: [operation] }] } },
    'E-ROUTE',
    'api#/apis/0/operations/0',
  ],
  [
    'a path of the descriptors',
    { 'other#': another('/api-docs.json') },
    'E-ROUTE',
    'other#/apis/0/operations/0',
  ],
  [
    'a path of another resource',
    { 'other#': another('/order') },
    'E-DUPLICATE',
    'other#/apis/0/operations/0',
  ],
  [
    'too many operations',
    { 'pet#/apis': Array.from({ length: 2_001 }, (_, n) => ({ path: `/pet/${n}`, operations: [{}] })) },
    'E-TOO-LARGE',
    'pet#/apis',
  ],
  [
    'too many models',
    {
      'order#/models': {
        ...soundService.order.models,
        ...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`M${n}`, { properties: {} }])),
      },
    },
    'E-TOO-LARGE',
    'order#/models',
  ],
];

export const listingWarnings: readonly Defect[] = [
  ['no base path at all', { 'api-docs#/basePath': undefined }, 'W-BASE-PATH', 'order#'],
  [
    'a base path with variables',
    { 'pet#/basePath': 'https://api.example.com/{version}' },
    'W-BASE-PATH',
    'pet#/basePath',
  ],
  [
    'a listing with an invalid base path',
    { 'api-docs#/basePath': '/v 1' },
    'W-BASE-PATH',
    'api-docs#/basePath',
  ],
  ['no resource path', { 'pet#/resourcePath': undefined }, 'W-RESOURCE-PATH', 'pet#'],
  [
    'a path outside the resource path',
    { 'pet#/resourcePath': '/pets' },
    'W-RESOURCE-PATH',
    'pet#/resourcePath',
  ],
  [
    'a media type that is not JSON',
    { 'pet#/produces': ['application/xml'] },
    'W-MEDIA-TYPE',
    'pet#/produces',
  ],
  ['a misspelt member', { 'pet#/resorcePath': '/pet' }, 'W-KEY', 'pet#/resorcePath'],
];
