/** Defects of OpenAPI documents: unsupported keywords, and keywords that are read as something wider. */

import type { Defect } from './defect.ts';

const at = 'visit#/paths/~1visit/post';
const schema = `${at}/requestBody/content/application~1json/schema`;

/** A sound document with changes of its operation, of its path, and of itself. */
const visit = (operation: object = {}, item: object = {}, rest: object = {}) => ({
  'visit#': {
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visit': {
        post: { operationId: 'make', responses: { 204: { description: 'Done' } }, ...operation },
        ...item,
      },
    },
    ...rest,
  },
});

const sending = (sent: object) =>
  visit({ requestBody: { content: { 'application/json': { schema: sent } } } });
const asking = (parameter: object) => visit({ parameters: [{ name: 'q', in: 'query', ...parameter }] });
const field = (encoding: object) => ({ schema: { properties: { a: {} } }, encoding: { a: encoding } });
const form = (media: object) => visit({ requestBody: { content: { 'multipart/form-data': media } } });
const xml = { schema: { type: 'string' } };

export const openApiDefects: readonly Defect[] = [
  [
    'a status that is none',
    visit({ responses: { 204: { description: '' }, abc: { description: '' } } }),
    'E-KEY',
    `${at}/responses/abc`,
  ],
  ['another version', visit({}, {}, { openapi: '4.0.0' }), 'E-UNSUPPORTED', 'visit#/openapi'],
  ['schedules', visit({}, {}, { 'x-schedules': [] }), 'E-UNSUPPORTED', 'visit#/x-schedules'],
  ['consumers', visit({}, {}, { 'x-consumers': [] }), 'E-UNSUPPORTED', 'visit#/x-consumers'],
  [
    'versions in words of Swagger 1.x',
    visit({ 'x-media-versions': { 2: 'B' } }),
    'E-UNSUPPORTED',
    `${at}/x-media-versions`,
  ],
  ['a method that is no route', visit({}, { trace: {} }), 'E-UNSUPPORTED', 'visit#/paths/~1visit/trace'],
  ['a cookie', asking({ in: 'cookie' }), 'E-UNSUPPORTED', `${at}/parameters/0/in`],
  ['deepObject of a text', asking({ style: 'deepObject' }), 'E-UNSUPPORTED', `${at}/parameters/0/style`],
  [
    'an object in a header',
    asking({ in: 'header', schema: { type: 'object' } }),
    'E-UNSUPPORTED',
    `${at}/parameters/0/schema`,
  ],
  [
    'another style of a list in a header',
    asking({ in: 'header', style: 'form', schema: { type: 'array' } }),
    'E-UNSUPPORTED',
    `${at}/parameters/0/style`,
  ],
  [
    'an object or a list of objects in a query',
    asking({ schema: { anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] } }),
    'E-UNSUPPORTED',
    `${at}/parameters/0/schema`,
  ],
  [
    'a number as JSON in a query',
    asking({ content: { 'application/json': { schema: { type: 'number' } } } }),
    'E-UNSUPPORTED',
    `${at}/parameters/0/content/application~1json/schema`,
  ],
  [
    'a second success in another media type',
    visit({
      responses: {
        200: { description: '', content: { 'application/json': {} } },
        202: { description: '', content: { 'application/hal+json': {} } },
      },
    }),
    'E-UNSUPPORTED',
    `${at}/responses/202`,
  ],
  ['XML in a query', asking({ content: { 'text/xml': xml } }), 'E-UNSUPPORTED', `${at}/parameters/0/content`],
  [
    'another style of a form',
    form(field({ style: 'pipeDelimited' })),
    'E-UNSUPPORTED',
    `${at}/requestBody/content/multipart~1form-data/encoding/a/style`,
  ],
  [
    'a form without fields',
    form({ schema: { type: 'object' } }),
    'E-UNSUPPORTED',
    `${at}/requestBody/content/multipart~1form-data/schema`,
  ],
  [
    'a body without a media type',
    visit({ requestBody: { content: { xml } } }),
    'E-UNSUPPORTED',
    `${at}/requestBody/content`,
  ],
  ['a schema with a name of its own', sending({ $id: 'a' }), 'E-UNSUPPORTED', `${schema}/$id`],
  [
    'texts in allOf',
    sending({ allOf: [{ type: 'string' }, { type: 'object' }] }),
    'E-UNSUPPORTED',
    `${schema}/allOf`,
  ],
  ['another file', sending({ $ref: 'pet.json#/models/Pet' }), 'E-REF', `${schema}/$ref`],
  ['no paths', { 'visit#': { openapi: '3.1.0' } }, 'E-SHAPE', 'visit#'],
];

export const openApiWarnings: readonly Defect[] = [
  [
    'an example of another type',
    visit(
      {},
      {},
      { components: { schemas: { A: { properties: { b: { type: 'string' } }, examples: [{ b: 1 }] } } } },
    ),
    'W-EXAMPLE',
    'visit#/components/schemas/A/examples/0',
  ],
  ['no operationId', visit({ operationId: undefined }), 'W-NICKNAME', at],
  [
    'an empty number in a query',
    asking({ allowEmptyValue: true, schema: { type: 'integer' } }),
    'W-UNSUPPORTED',
    `${at}/parameters/0/allowEmptyValue`,
  ],
  [
    'equal alternatives',
    sending({ oneOf: [{ type: 'string' }, { type: 'string' }] }),
    'W-UNSUPPORTED',
    `${schema}/oneOf`,
  ],
  [
    'a discriminator of what has no name',
    sending({ oneOf: [{ type: 'object' }, { type: 'null' }], discriminator: { propertyName: 'kind' } }),
    'W-UNSUPPORTED',
    `${schema}/discriminator`,
  ],
  [
    'a type of a field',
    form(field({ contentType: 'image/png' })),
    'W-MEDIA-TYPE',
    `${at}/requestBody/content/multipart~1form-data/encoding/a/contentType`,
  ],
];
