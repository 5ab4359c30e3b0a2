/**
 * A member of the language may have several forms, such as a truth value or a word. The message about any other value names all of
 * them. What is accepted is found by trying values of each JSON type, not read from the readers.
 */

import { describe, expect, test } from 'vitest';
import { isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { planDocuments } from '../../support/plan-document.ts';

type Members = Readonly<Record<string, unknown>>;
type Change = (place: string, members: Members) => Members;
type Documents = Readonly<Record<string, Members>>;

const info = { title: 'T', version: '1' };
const model = { $ref: '#/components/schemas/M' };

const openApi =
  (version: string) =>
  (at: Change): Documents => ({
    'api-docs.json': { basePath: '/v1' },
    'thing.json': at('a document', {
      openapi: version,
      info,
      paths: {
        '/thing': at('a path', {
          post: at('an operation', {
            operationId: 'add',
            parameters: [at('a parameter', { name: 'q', in: 'query', schema: { type: 'string' } })],
            requestBody: at('a body', { content: { 'application/json': { schema: model } } }),
            responses: { 204: at('a response', { description: 'Done' }) },
          }),
        }),
      },
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        schemas: {
          M: at('an object', {
            type: 'object',
            properties: {
              zzz: at('a text', { type: 'string' }),
              n: at('a number', { type: 'number', minimum: 1 }),
            },
          }),
        },
      },
    }),
  });

/** Documents with an object at each place, which `at` may change. */
const dialects: Readonly<Record<string, (at: Change) => Documents>> = {
  'Swagger 1.2': (at) => ({
    'api-docs.json': at('the listing', { basePath: '/v1', authorizations: { zzz: { type: 'oauth2' } } }),
    'thing.json': at('a declaration', {
      resourcePath: '/thing',
      apis: [
        {
          path: '/thing',
          operations: [
            at('an operation', {
              method: 'POST',
              nickname: 'add',
              type: 'M',
              parameters: [
                at('a parameter', { paramType: 'query', name: 'q', type: 'string' }),
                { paramType: 'body', name: 'body', type: 'M' },
              ],
              responseMessages: [at('a response', { code: 409, message: 'No' })],
            }),
          ],
        },
      ],
      'x-consumers': [at('a consumer', { nickname: 'follow', sortKeyPrefix: 'a', dataType: 'K' })],
      models: {
        K: { id: 'K', properties: { pk: { type: 'string' }, sk: { type: 'string' } } },
        M: at('a model', {
          id: 'M',
          properties: {
            zzz: { type: 'string' },
            list: at('a list', { type: 'array', items: { type: 'string' } }),
            inner: at('an object', { type: 'object', properties: { zzz: { type: 'string' } } }),
          },
        }),
      },
    }),
  }),
  'OpenAPI 3.0': openApi('3.0.3'),
  'OpenAPI 3.1': openApi('3.1.0'),
  'Swagger 2.0': (at) => ({
    'api-docs.json': { basePath: '/v1' },
    'thing.json': at('a document', {
      swagger: '2.0',
      info,
      paths: {
        '/thing': {
          post: at('an operation', {
            operationId: 'add',
            parameters: [at('a field', { name: 'q', in: 'formData', type: 'string' })],
            responses: { 200: at('a response', { description: 'Done', schema: { type: 'object' } }) },
          }),
        },
      },
      definitions: { M: at('an object', { type: 'object' }) },
    }),
  }),
};

/** The diagnostics of a document with this member at such a place, and of them those about the member or within it. */
function tried(dialect: string, place: string, member: string, value: unknown) {
  const documents =
    dialects[dialect]?.((at, own) => (at === place ? { ...own, [member]: value } : own)) ?? {};
  const { 'api-docs.json': general, ...others } = documents;
  const { diagnostics } = planDocuments(others, general);
  return { diagnostics, about: diagnostics.filter(({ pointer }) => `${pointer}/`.includes(`/${member}/`)) };
}

const isAccepted = ({ diagnostics, about }: ReturnType<typeof tried>) =>
  about.length === 0 && !diagnostics.some(isError);

type Form = readonly [type: string, value: unknown];
const flags: readonly Form[] = [
  ['boolean', true],
  ['boolean', false],
];
const object = (value: object): Form => ['object', value];
const array = (...value: readonly unknown[]): Form => ['array', value];
const text = (value: string): Form => ['string', value];

/** How messages name a JSON type. */
const names: Readonly<Record<string, RegExp>> = {
  boolean: /\bboolean\b|\btrue\b/,
  number: /\bnumber\b/,
  string: /\btexts?\b|\bnames? of\b|"\w+"|\bone of\b|how the sort keys/,
  array: /\barray\b/,
  object: /\bobject\b/,
};

/** Members with several forms, and one value of each. */
const members: readonly (readonly [
  dialects: readonly string[],
  place: string,
  member: string,
  forms: readonly Form[],
])[] = [
  [Object.keys(dialects), 'an operation', 'x-idempotent', [...flags, text('document')]],
  [['Swagger 1.2', 'OpenAPI 3.0', 'OpenAPI 3.1'], 'an operation', 'x-exact-integers', [...flags, array()]],
  [['Swagger 1.2'], 'an operation', 'authorizations', [array('zzz'), object({ zzz: [] })]],
  ...['an operation', 'a parameter', 'a list'].map(
    (place) => [['Swagger 1.2'], place, 'type', [text('string'), array('string', 'int')]] as const,
  ),
  [['Swagger 1.2'], 'a consumer', 'sortKeyPrefix', [text('a'), array('a', 'b')]],
  [['Swagger 1.2'], 'an object', 'required', [...flags, array('zzz')]],
  ...['a model', 'an object'].map(
    (place) =>
      [['Swagger 1.2'], place, 'additionalProperties', [...flags, object({ type: 'string' })]] as const,
  ),
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'not'].map(
    (member) =>
      [
        ['OpenAPI 3.1'],
        'an object',
        member,
        [...(member === 'not' ? [flags[1] as Form] : flags), object({ type: 'string' })],
      ] as const,
  ),
  [['OpenAPI 3.1', 'OpenAPI 3.0'], 'a text', 'type', [text('string'), array('string', 'null')]],
  [['OpenAPI 3.0'], 'a number', 'exclusiveMinimum', [...flags]],
  [['Swagger 2.0'], 'a field', 'enum', [array('a')]],
];
const rows = members.flatMap(([all, place, member, forms]) =>
  all.map((dialect) => ({ dialect, place, member, forms })),
);
const wrong: readonly unknown[] = [7, 'documnt', { zzz: 7 }, [7], true];

describe.each(rows)('$dialect: $member of $place', ({ dialect, place, member, forms }) => {
  test.each(forms)('may be a %s', (_type, value) => {
    expect(tried(dialect, place, member, value).about).toEqual([]);
  });

  test('names its forms in each message about another type', () => {
    const types = new Set(forms.map(([type]) => type));
    const refused = wrong
      .filter((value) => !types.has(Array.isArray(value) ? 'array' : typeof value))
      .flatMap((value) => tried(dialect, place, member, value).about.filter(({ code }) => code !== 'W-FLAG'));
    expect(refused.length).toBeGreaterThan(0);
    for (const { accepted } of refused)
      for (const type of types) expect(accepted).toMatch(names[type] as RegExp);
  });
});

/** Keywords of Swagger 1.x, of OpenAPI, and of the framework: any may be tried anywhere. */
const keywords = `
  apis authorizations security produces consumes models method summary notes type items parameters deprecated name required
  allowMultiple minimum exclusiveMinimum enum allowableValues minLength uniqueItems pattern code message responseModel properties
  additionalProperties subTypes discriminator sortKeyPrefix deletions tags requestBody responses content style explode schema
  default const allOf not readOnly nullable prefixItems contains propertyNames dependentRequired patternProperties
  unevaluatedProperties x-problems x-accepted-risks x-idempotent x-exact-integers x-headers x-media-types x-media-versions x-message
  x-read-only x-require-precondition x-synonyms x-filter x-text-types x-timeout`
  .split(/\s+/)
  .filter(Boolean);
const samples: readonly Form[] = [
  ...flags,
  ['number', 7],
  ...['zzz', 'document', 'string', 'M'].map(text),
  ...[['zzz'], ['string'], [{ type: 'string' }]].map((value) => array(...value)),
  ...[{ zzz: 'string' }, { type: 'string' }, { zzz: [] }].map(object),
];
const places = Object.entries(dialects).flatMap(([dialect, documents]) => {
  const found = new Set<string>();
  documents((place, own) => {
    found.add(place);
    return own;
  });
  return [...found].map((place) => ({ dialect, place }));
});

/** Where a value of another type is tolerated without a meaning, or read as the message proposes, its type is not named. */
const unnamed = new Set([
  // The property says it in Swagger 1.1: a truth value of the model means nothing.
  'Swagger 1.2 a model required',
]);

describe('no other member has forms that its message lacks:', { tags: ['descriptors'] }, () => {
  test.each(places)('$dialect, $place', ({ dialect, place }) => {
    const isRefused = (member: string, value: unknown) =>
      tried(dialect, place, member, value).about.some(({ code }) => code === 'E-SHAPE');
    // Most members have no meaning here, or take any value.
    for (const member of keywords.filter(
      (each) => isRefused(each, 7) || isRefused(each, { zzz: 'string' }),
    )) {
      const outcomes = samples.map(([type, value]) => ({ type, ...tried(dialect, place, member, value) }));
      const types = new Set(outcomes.filter(isAccepted).map(({ type }) => type));
      if (types.size < 2 || unnamed.has(`${dialect} ${place} ${member}`)) continue;
      const messages = outcomes
        .flatMap(({ about }) => about)
        .filter(({ code, pointer }) => code === 'E-SHAPE' && pointer.endsWith(`/${member}`))
        // With braces, it shows the very value that is meant.
        .filter(({ accepted }) => !accepted.includes('{'));
      for (const { accepted } of messages)
        for (const type of types)
          expect({ member, type, accepted }).toMatchObject({
            accepted: expect.stringMatching(names[type] as RegExp),
          });
    }
  });
});
