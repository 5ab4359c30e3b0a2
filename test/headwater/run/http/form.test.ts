/** Forms as clients send them: parsed, counted and cast; whole values. */

import { describe, expect, test } from 'vitest';
import { type Form, readUrlencoded } from '../../../../lib/headwater/run/http/request/form.ts';
import { readMultipart } from '../../../../lib/headwater/run/http/request/read-multipart.ts';
import { castFields, rawFields } from '../../../../lib/headwater/run/http/steps/cast-form.ts';
import { readForm } from '../../../../lib/headwater/run/http/steps/parse-form.ts';
import type { FormField } from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { allCasters } from '../../../support/casters.ts';
import { httpApiEvent } from '../../../support/event.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=XX';

const body = {
  required: false,
  maxBytes: 200_000,
  mediaTypes: [urlencoded, 'multipart/form-data'],
};

const text: FormField = { name: 'title', place: 'form', cast: 'text', required: false, isList: false };
const count: FormField = { ...text, name: 'count', cast: 'int32' };
const tags: FormField = { ...text, name: 'tags', isList: true };
const like: FormField = { ...text, name: 'like', cast: 'json' };
const scan: FormField = { ...text, name: 'scan', isFile: true };
const scans: FormField = { ...scan, name: 'scans', isList: true };
const fields = [text, count, tags, like, scan, scans];

const readers = {
  'application/x-www-form-urlencoded': readUrlencoded,
  'multipart/form-data': readMultipart,
};

function send(contentType: string | undefined, content: string | Uint8Array): Promise<Form> {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  const event = httpApiEvent({ method: 'POST', url: '/thing', headers, body: content });
  return readForm({ ...body, fields }, event, readers);
}

/** A body of parts, each with its headers, as a client sends them. */
function parts(...contents: readonly (string | Uint8Array)[]): Uint8Array {
  const chunks = contents.flatMap((content) => ['--XX\r\n', content, '\r\n']);
  return Buffer.concat([...chunks, '--XX--\r\n'].map((chunk) => Buffer.from(chunk)));
}

const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, filename: string, content: string, type = 'text/plain') =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${content}`;

/** The value, with the content of files as text, and `name: code /pointer` of each issue. */
function castOf(form: Form, declared: readonly FormField[] = fields) {
  const { value, issues } = castFields(declared, form, allCasters);
  return {
    value: { ...value },
    issues: issues.map(({ in: place, name, code, pointer = '' }) => {
      expect(place).toBe('form');
      return `${name}: ${code}${pointer && ` ${pointer}`}`;
    }),
  };
}

const sent = (filename: string, content: string, mediaType = 'text/plain') => ({
  filename,
  mediaType,
  content: Buffer.from(content),
});

const encoded: readonly [name: string, content: string, value: object, issues: string[]][] = [
  ['texts', 'title=a+b%26c&count=7', { title: 'a b&c', count: 7 }, []],
  ['an empty text', 'title=', { title: '' }, []],
  ['an empty number', 'count=', {}, ['count: empty']],
  ['a list', 'tags=a,b&tags=c', { tags: ['a', 'b', 'c'] }, []],
  ['a model', 'like={"a":[1,2]}', { like: { a: [1, 2] } }, []],
  ['a model that is not JSON', 'like={a}', {}, ['like: not_json']],
  ['a text twice', 'title=a&title=b', {}, ['title: repeated']],
  ['a text that is not a number', 'count=x', {}, ['count: not_an_integer']],
  ['a malformed value', 'title=%zz&count=7', { count: 7 }, ['title: percent_encoding']],
  ['text instead of a file', 'scan=x', {}, ['scan: not_a_file']],
  ['undeclared fields', 'other=1&__proto__=2&count=7', { count: 7 }, []],
];
test.each(encoded)('urlencoded: %s', async (_name, content, value, issues) => {
  expect(castOf(await send(urlencoded, content))).toEqual({ value, issues });
});

const inParts: readonly [name: string, content: Uint8Array, value: object, issues: string[]][] = [
  ['texts', parts(field('title', 'a+b%26c'), field('count', '7')), { title: 'a+b%26c', count: 7 }, []],
  ['a text of several lines', parts(field('title', 'a\r\n--X\r\nb')), { title: 'a\r\n--X\r\nb' }, []],
  ['letters outside ASCII', parts(field('title', 'größe 😀')), { title: 'größe 😀' }, []],
  ['a replacement character in the text', parts(field('title', '\ufffd')), { title: '\ufffd' }, []],
  ['a text twice', parts(field('title', 'a'), field('title', 'b')), {}, ['title: repeated']],
  ['a list', parts(field('tags', 'a,b'), field('tags', 'c')), { tags: ['a', 'b', 'c'] }, []],
  ['a file', parts(file('scan', 'a.txt', 'x')), { scan: sent('a.txt', 'x') }, []],
  [
    'a file of another type',
    parts(file('scan', 'a.png', '\u0000\r\n', 'image/png')),
    { scan: sent('a.png', '\u0000\r\n', 'image/png') },
    [],
  ],
  [
    'a file with folders in its name',
    parts(file('scan', '../../etc/passwd', 'x')),
    { scan: sent('passwd', 'x') },
    [],
  ],
  ['a file without content', parts(file('scan', 'a.txt', '')), { scan: sent('a.txt', '') }, []],
  ['a file without a name', parts(file('scan', '', 'x')), { scan: sent('', 'x') }, []],
  ['an empty file input', parts(file('scan', '', '')), {}, []],
  ['a file twice', parts(file('scan', 'a', 'x'), file('scan', 'b', 'y')), {}, ['scan: repeated']],
  [
    'files',
    parts(file('scans', 'a', 'x'), file('scans', 'b', 'y')),
    { scans: [sent('a', 'x'), sent('b', 'y')] },
    [],
  ],
  ['a text instead of a file', parts(field('scan', 'x')), {}, ['scan: not_a_file']],
  ['a file instead of a text', parts(file('title', 'a.png', 'x', 'image/png')), {}, ['title: not_a_text']],
  ['a text with a file name', parts(file('title', 'blob', 'x')), { title: 'x' }, []],
  ['a field named __proto__', parts(field('__proto__', 'x'), field('count', '7')), { count: 7 }, []],
  ['a name with brackets', parts(field('tags[]', 'a'), field('title[a]', 'b')), {}, []],
  ['no parts', parts(), {}, []],
];
test.each(inParts)('multipart: %s', async (_name, content, value, issues) => {
  expect(castOf(await send(multipart, content))).toEqual({ value, issues });
});

const boundaries: readonly [name: string, contentType: string][] = [
  ['quoted', 'multipart/form-data; boundary="XX"'],
  ['after another parameter', 'multipart/form-data; charset=utf-8; boundary=XX'],
  ['in another letter case', 'Multipart/Form-Data; BOUNDARY=XX'],
];
test.each(boundaries)('a boundary %s', async (_name, contentType) => {
  expect(castOf(await send(contentType, parts(field('title', 'a')))).value).toEqual({ title: 'a' });
});

const malformed = { code: 'malformed_form', status: 400 };
const refused: readonly [
  name: string,
  contentType: string | undefined,
  content: string | Uint8Array,
  error: object,
][] = [
  [
    'without a type',
    undefined,
    'title=a',
    { code: 'unsupported_media_type', message: expect.stringContaining('no Content-Type') },
  ],
  [
    'of another type',
    'application/json',
    '{}',
    {
      code: 'unsupported_media_type',
      message: `The body is application/json; ${urlencoded} and multipart/form-data are accepted.`,
    },
  ],
  [
    'that is too large',
    urlencoded,
    'a'.repeat(200_001),
    { code: 'content_too_large', members: { max_bytes: 200_000 } },
  ],
  [
    'that is not UTF-8',
    urlencoded,
    Uint8Array.of(0x61, 0x3d, 0xff),
    { ...malformed, message: 'The body is not UTF-8.' },
  ],
  ['without a boundary', 'multipart/form-data', parts(field('title', 'a')), malformed],
  ['with another boundary', 'multipart/form-data; boundary=YY', parts(field('title', 'a')), malformed],
  ['that is truncated in a text', multipart, parts(field('title', 'abc')).subarray(0, 60), malformed],
  ['that is truncated in a file', multipart, parts(file('scan', 'a', 'abc')).subarray(0, 96), malformed],
  ['that is truncated in its headers', multipart, parts(field('title', 'abc')).subarray(0, 30), malformed],
  ['without its closing boundary', multipart, parts(field('title', 'abc')).subarray(0, -8), malformed],
  [
    'with text that is not UTF-8',
    multipart,
    parts(Buffer.concat([Buffer.from(field('title', '')), Uint8Array.of(0xff)])),
    { ...malformed, message: 'The form has text that is not UTF-8.' },
  ],
  [
    'with a name that is not UTF-8',
    multipart,
    parts(Buffer.from('Content-Disposition: form-data; name="\xff"\r\n\r\na', 'latin1')),
    malformed,
  ],
  [
    'of 1,001 fields',
    multipart,
    parts(...Array.from({ length: 1_001 }, (_, n) => field(`f${n}`, ''))),
    { ...malformed, message: 'The form has more than 1000 fields.' },
  ],
  [
    'of 1,001 urlencoded fields',
    urlencoded,
    '&'.repeat(1_000),
    { ...malformed, message: 'The form has more than 1000 fields.' },
  ],
  [
    'with a text without a name',
    multipart,
    parts(Buffer.from('Content-Disposition: form-data\r\n\r\na')),
    { ...malformed, message: expect.stringContaining('no name') },
  ],
  [
    'with a file without a name',
    multipart,
    parts(Buffer.from('Content-Disposition: form-data; filename="a"\r\n\r\na')),
    { ...malformed, message: expect.stringContaining('no name') },
  ],
  [
    'of 1,001 files',
    multipart,
    parts(...Array.from({ length: 1_001 }, (_, n) => file('scans', `${n}`, ''))),
    malformed,
  ],
];
test.each(refused)('a form %s is refused', async (_name, contentType, content, error) => {
  await expect(send(contentType, content)).rejects.toMatchObject(error);
});

test('1,000 fields are read', async () => {
  const form = await send(
    multipart,
    parts(...Array.from({ length: 1_000 }, (_, n) => field('tags', `${n}`))),
  );
  expect((castOf(form).value as { tags: string[] }).tags).toHaveLength(1_000);
});

describe('a field that is not sent', () => {
  const required = fields.map((each) => ({ ...each, required: true }));

  test('is an issue when required', async () => {
    const { issues } = castOf(await send(multipart, parts(file('scan', '', ''))), required);
    expect(issues).toEqual(fields.map(({ name }) => `${name}: required`));
  });

  test('is an issue without a body, which then needs no type', async () => {
    const form = await readForm(body, httpApiEvent({ method: 'POST', url: '/thing' }), readers);
    expect(castOf(form, required).issues).toHaveLength(fields.length);
    expect(castOf(form)).toEqual({ value: {}, issues: [] });
  });

  test('has its default', async () => {
    const declared = [
      { ...text, defaultValue: 'untitled' },
      { ...tags, defaultValue: ['a'] },
    ];
    expect(castOf(await send(urlencoded, 'count=1'), declared).value).toEqual({
      title: 'untitled',
      tags: ['a'],
    });
  });
});

describe('without validation', () => {
  test('a handler gets the raw values', async () => {
    const content = parts(
      field('count', 'x'),
      field('title', 'a'),
      field('title', 'b'),
      file('scan', 'a', 'x'),
      field('other', 'c'),
    );
    expect({ ...rawFields(fields, await send(multipart, content)) }).toEqual({
      title: ['a', 'b'],
      count: 'x',
      scan: sent('a', 'x'),
    });
  });

  test('the form has no prototype', async () => {
    const raw = rawFields([{ ...text, name: 'toString' }], await send(urlencoded, 'count=1'));
    expect([Object.getPrototypeOf(raw), Object.keys(raw)]).toEqual([null, []]);
  });

  test('a malformed value stays unchanged', async () => {
    expect({ ...rawFields([text, count], await send(urlencoded, 'title=%zz&count=7')) }).toEqual({
      title: '%zz',
      count: '7',
    });
  });
});
