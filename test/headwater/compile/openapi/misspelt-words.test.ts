/** Words that nobody would read: extensions of the framework that are misspelt or misplaced, media types, and security schemes. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { swagger1Extensions } from '../../../../lib/headwater/compile/source/own-extensions.ts';
import { planDocument, planDocuments } from '../../../support/plan-document.ts';
import { repository } from '../../../support/repository.ts';

/** What people type in place of a word: letters that are missing, doubled or swapped, and other ways to separate words. */
function misspellings(word: string): string[] {
  const middle = Math.ceil(word.length / 2);
  const [before, after] = [word.slice(0, middle), word.slice(middle)];
  return [
    before.slice(0, -1) + after,
    `${before}${before.at(-1)}${after}`,
    before.slice(0, -1) + (after[0] ?? '') + (before.at(-1) ?? '') + after.slice(1),
  ];
}

function inOtherCases(extension: string): string[] {
  const camel = extension.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return [
    `x-${camel}`,
    `x-${camel.toLowerCase()}`,
    extension.replaceAll('-', '_'),
    extension.toUpperCase(),
    extension.replace('x-', 'X-'),
  ];
}

type Members = Readonly<Record<string, unknown>>;
type Change = (place: string, members: Members) => Members;

const info = { title: 'T', version: '1' };

/** A document with an object at each place, which `at` may change. */
const documents: Readonly<Record<string, (at: Change) => object>> = {
  'Swagger 1.2': (at) => ({
    'api-docs.json': at('the listing', { basePath: '/v1', apis: [at('other', { path: '/thing' })] }),
    'thing.json': at('a declaration', {
      resourcePath: '/thing',
      apis: [
        at('other', {
          path: '/thing',
          operations: [
            at('an operation', {
              method: 'POST',
              nickname: 'add',
              type: 'void',
              parameters: [
                at('a parameter', { paramType: 'query', name: 'q', type: 'string', pattern: '^a' }),
              ],
              responseMessages: [at('a response', { code: 409, message: 'No' })],
            }),
          ],
        }),
      ],
      models: {
        M: at('a model', {
          id: 'M',
          properties: {
            p: at('a property', { type: 'array', items: at('items', { type: 'string', pattern: '^a' }) }),
          },
        }),
      },
    }),
  }),
  'OpenAPI 3.1': (at) => ({
    'api-docs.json': { basePath: '/v1' },
    'thing.json': at('a document', {
      openapi: '3.1.0',
      info: at('other', info),
      paths: at('other', {
        '/thing': at('other', {
          post: at('an operation', {
            operationId: 'add',
            parameters: [
              at('a parameter', {
                name: 'q',
                in: 'query',
                schema: at('a schema', { type: 'string', pattern: '^a' }),
              }),
            ],
            requestBody: at('other', { content: { 'application/json': at('a media type', { schema: {} }) } }),
            responses: at('other', { 204: at('a response', { description: 'Done' }) }),
          }),
        }),
      }),
      components: at('other', { schemas: { M: at('a schema', { type: 'object' }) } }),
    }),
  }),
  'Swagger 2.0': (at) => ({
    'api-docs.json': { basePath: '/v1' },
    'thing.json': at('a document', {
      swagger: '2.0',
      info: at('other', info),
      paths: at('other', {
        '/thing': at('other', {
          post: at('an operation', {
            operationId: 'add',
            parameters: [at('a field', { name: 'q', in: 'formData', type: 'string', pattern: '^a' })],
            responses: at('other', { 204: at('a response', { description: 'Done' }) }),
          }),
        }),
      }),
      definitions: { M: at('a schema', { type: 'object' }) },
    }),
  }),
};

/** The tables of docs/headwater/descriptors.md and docs/headwater/openapi-descriptors.md list them. */
const ofOperations3 =
  'x-idempotent x-cache x-require-precondition x-deprecation x-sunset x-memory x-timeout x-max-bytes x-gzip x-exact-integers x-headers';
const extensions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Swagger 1.2': {
    'the listing': 'x-problems x-accepted-risks x-media-vendor',
    'a declaration': 'x-schedules x-consumers',
    'an operation': `${ofOperations3} x-status x-media-versions x-media-types x-text-types x-message`,
    'a parameter': 'x-message x-synonyms x-read-only x-filter',
    'a response': 'x-problems',
    'a model': 'x-example',
    'a property': 'x-message x-read-only',
    items: 'x-message',
    other: '',
  },
  'OpenAPI 3.1': {
    'a document': 'x-accepted-risks x-schedules x-consumers',
    'an operation': `${ofOperations3} x-status x-media-versions x-media-types x-text-types`,
    'a parameter': 'x-synonyms x-example x-filter',
    'a schema': 'x-message x-read-only x-example',
    'a media type': 'x-example',
    'a response': 'x-problems',
    other: '',
  },
  'Swagger 2.0': {
    'a document': 'x-accepted-risks x-schedules x-consumers',
    'an operation': `${ofOperations3} x-status x-media-versions x-media-types x-text-types`,
    'a field': 'x-message x-read-only',
    'a schema': 'x-message x-read-only x-example',
    'a response': 'x-problems',
    other: '',
  },
};

const wordsOf = (text = '') => text.split(' ').filter(Boolean);
const all = [
  ...new Set(Object.values(extensions).flatMap((byPlace) => Object.values(byPlace).flatMap(wordsOf))),
];
const places = Object.entries(extensions).flatMap(([dialect, byPlace]) =>
  Object.entries(byPlace).map(([place, words]) => [dialect, place, wordsOf(words)] as const),
);

/** The problems of a document with the members at each such place. */
function problemsOf(dialect: string, place: string, members: Members) {
  let count = 0;
  const files = documents[dialect]?.((at, own) => {
    if (at !== place) return own;
    count++;
    return { ...own, ...members };
  });
  const { 'api-docs.json': general, ...others } = files as Readonly<Record<string, object>>;
  expect(count).toBeGreaterThan(0);
  return { count, diagnostics: planDocuments(others as Record<string, object>, general).diagnostics };
}

describe.each(places)('%s: extensions of %s', (dialect, place, words) => {
  const near = words.flatMap((word) => {
    const wrong = [...misspellings(word), ...inOtherCases(word)].filter((each) => !all.includes(each));
    return [...new Set(wrong)].map((each) => [each, word] as const);
  });

  test.skipIf(near.length === 0)('that are misspelt are errors, with the nearest word', () => {
    for (const [written, word] of near) {
      const { count, diagnostics } = problemsOf(dialect, place, { [written]: true });
      // What the extension says is read, too, and may be wrong.
      const isAboutName = ({ code, pointer }: Diagnostic) =>
        code === 'E-KEY' && pointer.endsWith(`/${written}`);
      const found = diagnostics.filter(isAboutName);
      const problem = {
        code: 'E-KEY',
        found: `${JSON.stringify(written)}, so that nothing reads what it says`,
      };
      expect({ written, found }).toMatchObject({
        written,
        found: Array(count).fill({ ...problem, accepted: JSON.stringify(word) }),
      });
    }
  });

  test('of other places are warnings, with these places', () => {
    for (const word of all.filter((each) => !words.includes(each))) {
      const { count, diagnostics } = problemsOf(dialect, place, { [word]: [] });
      const found = diagnostics.filter(({ pointer }) => pointer.endsWith(`/${word}`));
      const problem = { code: 'W-KEY', found: `${JSON.stringify(word)}, which has no meaning here` };
      // A field of a form is the parameter that has it in Swagger 2.0.
      const isKnown = place === 'a field' && ['x-synonyms', 'x-example', 'x-filter'].includes(word);
      if (!isKnown) expect({ word, found }).toMatchObject({ word, found: Array(count).fill(problem) });
      for (const { accepted } of isKnown ? [] : found)
        expect(accepted).toMatch(/^the same in (?:an?|the|items) ?/);
    }
  });

  test('of others say nothing', () => {
    const names = [
      'x-amazon-apigateway-integration',
      'x-codegen-request-body-name',
      'x-logo',
      'x-examples',
      'x-go-type',
    ];
    const foreign = Object.fromEntries(
      [...names, 'x-nullable', 'x-enum-varnames', 'x-internal', 'x-state', 'x-static'].map((name) => [
        name,
        false,
      ]),
    );
    const { diagnostics } = problemsOf(dialect, place, foreign);
    expect(diagnostics.filter(({ pointer }) => /\/x-/.test(pointer))).toEqual([]);
  });
});

test('docs/headwater/descriptors.md lists the extensions with what has them', async () => {
  const text = await readFile(join(repository, 'docs/headwater/descriptors.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+?) +\| ((?:`x-[a-z-]+`(?:, )?)+) +\|/gm)];
  const documented = new Set(
    rows.flatMap(([, , names = '']) => [...names.matchAll(/x-[a-z-]+/g)].map(([name]) => name)),
  );
  expect([...documented].toSorted()).toEqual(
    [...new Set(Object.values(swagger1Extensions).flat())].toSorted(),
  );
});

test.each([
  ['query', []],
  ['header', ['"x-synonyms", which has no meaning here']],
])('synonyms of a parameter of the %s', (place, found) => {
  const parameters = [{ name: 'q', in: place, 'x-synonyms': ['r'], schema: { type: 'string' } }];
  const get = { operationId: 'get', parameters, responses: { 204: { description: 'Done' } } };
  const { diagnostics } = planDocument({ openapi: '3.1.0', info, paths: { '/thing': { get } } });
  expect(diagnostics.map((each) => each.found)).toEqual(found);
});

const usual = [
  ...[
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/octet-stream',
  ],
  ...[
    'application/pdf',
    'application/xml',
    'application/hal+json',
    'application/vnd.a.b+json',
    'text/plain',
    'text/csv',
  ],
  ...['text/html', 'image/png', 'image/jpeg', 'image/svg+xml', 'image/*'],
];
/** A letter of the type or of the last word of the name is missing, doubled or swapped. */
const nearTypes = usual.flatMap((type) => {
  const [top = '', name = ''] = type.split('/');
  const at = name.lastIndexOf('+') + 1;
  const wrongNames =
    name === '*' ? [] : misspellings(name.slice(at)).map((last) => `${top}/${name.slice(0, at)}${last}`);
  const wrong = [...misspellings(top).map((each) => `${each}/${name}`), ...wrongNames];
  // Two letters are near to nothing, and css is as near to cssv as csv.
  const isClear = (each: string) =>
    each !== type && /\/(?:\*|.*\w{3})$/.test(each) && !/^text\/c[sv]+$/.test(each);
  return wrong.filter(isClear).map((each) => [each, type] as const);
});

test.each(nearTypes)('the media type %s is warned of, as it is near %s', (written, meant) => {
  const content = { [written]: { schema: { type: 'object' } } };
  const ofBody = {
    operationId: 'add',
    requestBody: { content },
    responses: { 204: { description: 'Done' } },
  };
  const ofResult = { operationId: 'get', responses: { 200: { description: 'Done', content } } };
  const { diagnostics } = planDocument({
    openapi: '3.1.0',
    info,
    paths: { '/thing': { post: ofBody, get: ofResult } },
  });
  const accepted = expect.stringMatching(
    `^${JSON.stringify(meant).replace(/[*+.]/g, '\\$&')}, the nearest type`,
  );
  const warning = {
    code: 'W-MEDIA-TYPE',
    found: `"${written}", which the handler itself reads or writes`,
    accepted,
  };
  expect(diagnostics).toMatchObject([warning, warning]);
});

test.each([
  ...[
    'application/jsonl',
    'application/json5',
    'application/x-ndjson',
    'application/ndjson',
    'image/avif',
    'image/gif',
  ],
  ...[
    'text/calendar',
    'text/vcard',
    'application/wasm',
    'application/cbor',
    'audio/aac',
    'font/woff2',
    'text/x-log',
  ],
  ...[
    'application/vnd.ms-excel',
    'application/x-protobuf',
    'application/zip',
    'application/yaml',
    'video/mp2t',
  ],
])('the media type %s is in use, and says nothing', (type) => {
  const requestBody = { content: { [type]: {} } };
  const post = { operationId: 'add', requestBody, responses: { 204: { description: 'Done' } } };
  expect(planDocument({ openapi: '3.1.0', info, paths: { '/thing': { post } } }).diagnostics).toEqual([]);
});

test('a text beside JSON and the text types of Swagger 1.x are warned of, too', () => {
  const requestBody = { content: { 'application/json': {}, 'text/plian': {} } };
  const post = { operationId: 'add', requestBody, responses: { 204: { description: 'Done' } } };
  const found = planDocument({ openapi: '3.1.0', info, paths: { '/thing': { post } } }).diagnostics;
  expect(found).toMatchObject([{ code: 'W-MEDIA-TYPE', accepted: '"text/plain", the nearest type' }]);
  const parameters = [{ paramType: 'body', type: 'any' }];
  const types = { 'x-text-types': ['text/plian'], 'x-media-types': { 'text/htlm': 'string' } };
  const operation = { method: 'POST', nickname: 'add', type: 'string', parameters, ...types };
  const { diagnostics } = planDocument({
    resourcePath: '/thing',
    apis: [{ path: '/thing', operations: [operation] }],
  });
  const accepted = diagnostics.filter(({ code }) => code === 'W-MEDIA-TYPE').map((each) => each.accepted);
  expect(accepted.toSorted()).toEqual(['"text/html", the nearest type', '"text/plain", the nearest type']);
});

test.each([
  ['tokn', 'E-AUTHORIZATION', '"token"'],
  ['Token', 'E-AUTHORIZATION', '"token"'],
  ['other', 'W-AUTHORIZATION', 'a token (oauth2), which is assumed'],
])('the requirement %s of no scheme is reported', (name, code, accepted) => {
  const get = { operationId: 'get', security: [{ [name]: [] }], responses: { 204: { description: 'Done' } } };
  const schemes = { token: { type: 'http', scheme: 'bearer' } };
  const document = {
    openapi: '3.1.0',
    info,
    paths: { '/thing': { get } },
    components: { securitySchemes: schemes },
  };
  expect(planDocument(document).diagnostics).toMatchObject([{ code, accepted }]);
});

test.each([
  ['Dgo', '"Dog"'],
  ['Bird', 'a model of this file'],
])('the unknown sub type %s of Swagger 1.2 is reported with the accepted one: %s', (name, accepted) => {
  const kind = { properties: { kind: { type: 'string' } }, required: ['kind'] };
  const models = {
    Pet: { id: 'Pet', ...kind, discriminator: 'kind', subTypes: ['Dog', name] },
    Dog: { id: 'Dog', properties: { barks: { type: 'boolean' } } },
  };
  const { diagnostics } = planDocument({ resourcePath: '/thing', apis: [], models });
  expect(diagnostics).toMatchObject([{ code: 'E-MODEL', pointer: '/models/Pet/subTypes/1', accepted }]);
});
