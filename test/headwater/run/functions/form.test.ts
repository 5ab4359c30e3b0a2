/** Operations that take forms, through their emitted bundles. */

import { beforeAll, describe, expect, test } from 'vitest';
import { makeEchoProject } from '../../../support/echo-project.ts';
import type { CallFunction } from '../../../support/emitted-function.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=XX';

const id = { paramType: 'path', name: 'id', type: 'integer' };
const note = [
  { paramType: 'form', name: 'text', type: 'string', required: true, maxLength: 10 },
  { paramType: 'form', name: 'stars', type: 'integer', minimum: '1', maximum: '5', defaultValue: '3' },
  { paramType: 'form', name: 'tags', type: 'string', allowMultiple: true },
];
const operations = [
  { method: 'POST', path: '/thing/{id}/note', nickname: 'annotate', parameters: [id, ...note] },
  {
    method: 'POST',
    path: '/thing/{id}/mark',
    nickname: 'mark',
    consumes: [urlencoded],
    parameters: [id, ...note],
  },
  {
    method: 'PUT',
    path: '/thing/{id}/photo',
    nickname: 'upload',
    parameters: [
      id,
      { paramType: 'form', name: 'photo', type: 'File', required: true },
      { paramType: 'form', name: 'more', type: 'File', allowMultiple: true },
      { paramType: 'form', name: 'title', type: 'string', defaultValue: 'A photo' },
    ],
  },
];

const size = {
  type: 'object',
  properties: { width: { type: 'number' }, area: { type: 'number', 'x-read-only': true } },
};
operations.push({
  method: 'PUT',
  path: '/thing/{id}/size',
  nickname: 'resize',
  parameters: [id, { paramType: 'form', name: 'size', required: true, ...size }],
});

const at = (path: string) => ({ method: 'POST', url: `/v1${path}`, pathParameters: { id: '7' } });
const sent = (contentType: string, body: string | Uint8Array) => ({
  headers: { 'content-type': contentType },
  body,
});

function parts(...contents: readonly string[]): string {
  return `${contents.map((content) => `--XX\r\nContent-Disposition: form-data; ${content}\r\n`).join('')}--XX--\r\n`;
}
const field = (name: string, value: string) => `name="${name}"\r\n\r\n${value}`;
const file = (name: string, filename: string, value: string) =>
  `name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${value}`;

let annotate: CallFunction;
let mark: CallFunction;
let upload: CallFunction;
let resize: CallFunction;

beforeAll(async () => {
  const load = await makeEchoProject(operations);
  [annotate, mark, upload, resize] = await Promise.all([
    load('annotate'),
    load('mark'),
    load('upload'),
    load('resize'),
  ]);
});

describe('a form without files', () => {
  const want = { input: { id: 7 }, body: { text: 'a & b', stars: 5, tags: ['x', 'y'] } };

  test('is read as urlencoded', async () => {
    const body = 'text=a+%26+b&stars=5&tags=x&tags=y';
    expect(await annotate({ ...at('/thing/7/note'), ...sent(urlencoded, body) })).toMatchObject({
      status: 200,
      body: want,
    });
  });

  test('is read as multipart', async () => {
    const body = parts(field('text', 'a & b'), field('stars', '5'), field('tags', 'x,y'));
    expect(await annotate({ ...at('/thing/7/note'), ...sent(multipart, body) })).toMatchObject({
      status: 200,
      body: want,
    });
  });

  test('has its defaults', async () => {
    const { body } = await annotate({
      ...at('/thing/7/note'),
      ...sent(`${urlencoded}; charset=utf-8`, 'text=a'),
    });
    expect(body).toEqual({ input: { id: 7 }, body: { text: 'a', stars: 3 } });
  });

  test('with errors returns one 400 that lists all of them', async () => {
    const body = 'text=far+too+long+a+text&stars=many&tags=x,&text2=1&other=%zz';
    const answer = await annotate({
      ...at('/thing/x/note'),
      pathParameters: { id: 'x' },
      ...sent(urlencoded, body),
    });
    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json' } });
    expect(answer.body).toMatchObject({
      type: 'urn:problem-type:headwater:invalid_request',
      errors: [
        { in: 'path', name: 'id', code: 'not_an_integer' },
        { in: 'form', name: 'other', code: 'percent_encoding' },
        { in: 'form', name: 'stars', code: 'not_an_integer' },
        { in: 'form', name: 'text', code: 'max_length', message: 'must have at most 10 characters' },
      ],
    });
  });

  test('with invalid values names the fields', async () => {
    const { body } = await annotate({ ...at('/thing/7/note'), ...sent(urlencoded, 'text=a&stars=6&text=b') });
    expect((body as { errors: object[] }).errors).toEqual([
      { in: 'form', name: 'text', code: 'repeated', message: 'must be given only once' },
      { in: 'form', name: 'stars', code: 'maximum', message: 'must be at most 5' },
    ]);
  });

  test('that is absent returns an issue for each required field', async () => {
    const { status, body } = await annotate(at('/thing/7/note'));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'form', name: 'text', code: 'required', message: 'is required' }] },
    });
  });
});

describe('a form with files', () => {
  test('is read with any bytes in the files', async () => {
    const photo = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
    const body = Buffer.from(
      parts(file('photo', 'a.png', photo), file('more', 'b', 'x'), file('more', 'c', 'y')),
      'latin1',
    );
    const answer = await upload({ ...at('/thing/7/photo'), method: 'PUT', ...sent(multipart, body) });
    const named = (filename: string, content: string) => ({ filename, mediaType: 'image/png', content });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        input: { id: 7 },
        body: { photo: named('a.png', photo), more: [named('b', 'x'), named('c', 'y')], title: 'A photo' },
      },
    });
  });

  test('with errors names the fields', async () => {
    const body = parts(field('photo', 'x'), file('title', 'a', 'x'));
    const answer = await upload({ ...at('/thing/7/photo'), method: 'PUT', ...sent(multipart, body) });
    expect((answer.body as { errors: object[] }).errors).toEqual([
      { in: 'form', name: 'photo', code: 'not_a_file', message: 'must be sent as a file' },
      {
        in: 'form',
        name: 'title',
        code: 'not_a_text',
        message: 'must be sent as a text, or as a part of text/plain, not as a file',
      },
    ]);
  });

  test('that is truncated returns 400, and the function survives', async () => {
    const body = parts(file('photo', 'a.png', 'x'.repeat(100_000))).slice(0, 50_000);
    const request = { ...at('/thing/7/photo'), method: 'PUT', ...sent(multipart, body) };
    for (let round = 0; round < 2; round++) {
      expect(await upload(request)).toMatchObject({
        status: 400,
        body: { type: 'urn:problem-type:headwater:malformed_form' },
      });
    }
  });

  test('that is too large returns 413', async () => {
    const body = parts(file('photo', 'a.png', 'x'.repeat(4_194_304)));
    expect(await upload({ ...at('/thing/7/photo'), method: 'PUT', ...sent(multipart, body) })).toMatchObject({
      status: 413,
      body: { max_bytes: 4_194_304 },
    });
  });
});

const unsupported: readonly [name: string, call: () => CallFunction, contentType: string, detail: string][] =
  [
    [
      'JSON',
      () => annotate,
      'application/json',
      `The body is application/json; ${urlencoded} and multipart/form-data are accepted.`,
    ],
    [
      'multipart for an operation that does not consume it',
      () => mark,
      multipart,
      `The body is multipart/form-data; ${urlencoded} is accepted.`,
    ],
    [
      'urlencoded for an operation with a file',
      () => upload,
      urlencoded,
      `The body is ${urlencoded}; multipart/form-data is accepted.`,
    ],
  ];
test.each(unsupported)(
  '%s returns 415 and names the accepted types',
  async (_name, call, contentType, detail) => {
    expect(await call()({ ...at('/thing/7/note'), ...sent(contentType, '{}') })).toMatchObject({
      status: 415,
      body: { detail },
    });
  },
);

test('without validation a handler gets the raw strings', { tags: ['functions'] }, async () => {
  const load = await makeEchoProject(operations.slice(0, 1), {}, { validation: false });
  const call = await load('annotate');
  const body = 'stars=many&tags=x,y&text=%zz&other=1';
  expect(await call({ ...at('/thing/7/note'), ...sent(urlencoded, body) })).toMatchObject({
    status: 200,
    body: { input: { id: '7' }, body: { stars: 'many', tags: 'x,y', text: '%zz' } },
  });
});

test('a form does not take back what the service sets', async () => {
  const put = (value: object) =>
    resize({
      ...at('/thing/7/size'),
      method: 'PUT',
      ...sent(urlencoded, new URLSearchParams({ size: JSON.stringify(value) }).toString()),
    });
  expect(await put({ width: 2 })).toMatchObject({ status: 200 });
  expect(await put({ width: 2, area: 4 })).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'form', name: 'size', pointer: '/area', code: 'read_only' }] },
  });
});
