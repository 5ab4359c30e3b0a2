/**
 * Fields of every type, as parts in every way in which clients send them, through an emitted function. What is accepted follows
 * from the Encoding Object (OpenAPI 3.1.1 section 4.8.15.1.1): text/plain for primitives, application/json for objects,
 * application/octet-stream for bytes, and the type of the items for a list. Only files need a file name.
 */

import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const plain = 'text/plain';
const json = 'application/json';
const octets = 'application/octet-stream';

interface Field {
  readonly schema: object;
  readonly content: string;
  /** What the handler gets. */
  readonly value: unknown;
  /** The media types by which the field may be sent as a Blob. */
  readonly blobs: readonly string[];
}

/** In JSON, a string has quotes, so no client can send one as JSON. Numbers and truth values have the same text in JSON. */
const fields: Readonly<Record<string, Field>> = {
  string: { schema: { type: 'string' }, content: 'größe', value: 'größe', blobs: [plain] },
  integer: { schema: { type: 'integer' }, content: '5', value: 5, blobs: [plain, json] },
  number: { schema: { type: 'number' }, content: '1.5', value: 1.5, blobs: [plain, json] },
  boolean: { schema: { type: 'boolean' }, content: 'true', value: true, blobs: [plain, json] },
  date: {
    schema: { type: 'string', format: 'date' },
    content: '2026-01-31',
    value: '2026-01-31',
    blobs: [plain],
  },
  byte: {
    schema: { type: 'string', format: 'byte' },
    content: 'YWI=',
    value: 'YWI=',
    blobs: [plain, octets],
  },
  enum: { schema: { type: 'string', enum: ['a', 'b'] }, content: 'a', value: 'a', blobs: [plain] },
  object: {
    schema: { type: 'object', properties: { first: { type: 'string' } } },
    content: '{"first":"Ada"}',
    value: { first: 'Ada' },
    blobs: [plain, json],
  },
  binary: {
    schema: { type: 'string', format: 'binary' },
    content: 'ab',
    value: 'ab',
    blobs: [plain, json, octets, 'image/png'],
  },
};

const types = Object.entries(fields).flatMap(([name, field]) => [
  [name, field, false] as const,
  [`${name} list`, field, true] as const,
]);

/** How a client writes the headers of a part. */
interface Way {
  readonly mediaType: string | undefined;
  readonly filename: boolean;
}

const mediaTypes = [
  undefined,
  plain,
  `${plain}; charset=utf-8`,
  json,
  `${json}; charset=utf-8`,
  octets,
  'image/png',
];
const ways = mediaTypes.flatMap((mediaType): Way[] => [
  { mediaType, filename: false },
  { mediaType, filename: true },
]);

/** The oracle: whether the part is one of the field's type, a text or a file. */
function isAccepted(name: string, { blobs }: Field, { mediaType, filename }: Way): boolean {
  // RFC 7578 section 4.4.
  const [type = plain] = (mediaType ?? plain).split(';', 1);
  if (name.startsWith('binary')) return filename || type !== plain;
  return !filename || blobs.includes(type);
}

function partOf(name: string, content: string, { mediaType, filename }: Way): string {
  const file = filename ? '; filename="blob"' : '';
  const type = mediaType === undefined ? '' : `\r\nContent-Type: ${mediaType}`;
  return `--XX\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n${content}\r\n`;
}

let add: CallFunction;

beforeAll(async () => {
  const properties = Object.fromEntries(
    types.map(([name, { schema }, isList]) => [name, isList ? { type: 'array', items: schema } : schema]),
  );
  const content = { 'multipart/form-data': { schema: { type: 'object', properties } } };
  const post = {
    operationId: 'add',
    requestBody: { required: true, content },
    responses: { 200: { description: 'Done', content: { [json]: { schema: {} } } } },
  };
  const folder = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/photo.json': {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/photo': { post } },
    },
    'handlers/photo/add.ts': `import type { Handle } from '#generated/types/photo/add.ts';
const readable = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'filename' in value && 'content' in value
    ? Buffer.from(Object(value.content).data ?? value.content).toString()
    : value;
export const handle: Handle = (_, body) => JSON.parse(JSON.stringify(body, readable));
`,
  });
  expect((await build(folder)).diagnostics.map(describeDiagnostic)).toEqual([]);
  add = await loadFunction(folder, 'photo-add');
});

async function send(contentType: string, body: string | Uint8Array) {
  const headers = { 'content-type': contentType };
  return add({ method: 'POST', url: '/v1/photo', headers, body });
}

async function sendForm(form: FormData) {
  const request = new Request('https://host/v1/photo', { method: 'POST', body: form });
  const contentType = request.headers.get('content-type') ?? '';
  return send(contentType, new Uint8Array(await request.arrayBuffer()));
}

test.each(types)('a %s is sent in each way that OpenAPI has for it', async (name, field, isList) => {
  const { content, value } = field;
  const refusal = name.startsWith('binary') ? 'not_a_file' : 'not_a_text';
  for (const way of ways) {
    const parts = [way, ...(isList ? [way] : [])].map((each) => partOf(name, content, each));
    const got = await send('multipart/form-data; boundary=XX', `${parts.join('')}--XX--\r\n`);
    const want = isAccepted(name, field, way)
      ? { status: 200, body: { [name]: isList ? [value, value] : value } }
      : { status: 400, body: { errors: [{ in: 'form', name, code: refusal }] } };
    expect({ way, ...got }).toMatchObject({ way, ...want });
  }
});

/** Undefined: a text. A Blob without a type is sent as application/octet-stream. */
const blobTypes = [undefined, '', plain, `${plain};charset=utf-8`, json, octets, 'image/png'];
const cases = types.flatMap(([name, field, isList]) =>
  blobTypes.map((type) => ({ name, field, isList, type })),
);

test.each(cases)('a $name is sent by FormData, as $type', async ({ name, field, isList, type }) => {
  const { content, value } = field;
  const form = new FormData();
  const part = type === undefined ? content : new Blob([content], { type });
  for (const each of isList ? [part, part] : [part]) form.append(name, each as string);
  const way = { mediaType: type === '' ? octets : type, filename: type !== undefined };
  const isGood = isAccepted(name, field, way);
  const want = isGood ? { status: 200, body: { [name]: isList ? [value, value] : value } } : { status: 400 };
  expect(await sendForm(form)).toMatchObject(want);
});

test('items of a list are in the order in which they were sent, as texts or as Blobs', async () => {
  const form = new FormData();
  for (const item of ['1', new Blob(['2'], { type: plain }), '3'])
    form.append('integer list', item as string);
  expect(await sendForm(form)).toMatchObject({ status: 200, body: { 'integer list': [1, 2, 3] } });
});

test.each([
  ['not JSON', 'object', '{', 'not_json'],
  ['JSON of another type', 'object', '[]', 'not_json'],
  ['not an integer', 'integer', '1.5', 'fraction'],
])('a Blob that is %s is refused like a text', async (_, name, content, code) => {
  const form = new FormData();
  form.append(name, new Blob([content], { type: json }));
  expect(await sendForm(form)).toMatchObject({ status: 400, body: { errors: [{ in: 'form', name, code }] } });
});

test('a Blob that is not UTF-8 is refused, as is one beyond the limits', async () => {
  const damaged = new FormData();
  damaged.append('string', new Blob([new Uint8Array([0xff])], { type: plain }));
  expect(await sendForm(damaged)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('UTF-8') },
  });
  const many = new FormData();
  for (let count = 0; count <= 1000; count++) many.append('integer list', new Blob(['1'], { type: plain }));
  expect(await sendForm(many)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('1000 fields') },
  });
  const large = new FormData();
  large.append('string', new Blob(['a'.repeat(4_194_304)], { type: plain }));
  expect(await sendForm(large)).toMatchObject({ status: 413 });
});
