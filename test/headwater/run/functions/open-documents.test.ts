/** Documents of an open model: clients may send members that the model does not name. */

import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import { listing, makeProject } from '../../../support/project.ts';

const answer = (schema: string) => ({
  description: 'The note',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const body = (mediaType: string, schema: string) => ({
  required: true,
  content: { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const managed = {
  _id: { type: 'string' },
  created: { type: 'string', format: 'date-time' },
  updated: { type: 'string', format: 'date-time' },
  revision: { type: 'integer' },
};

const files = {
  'descriptors/api-docs.json': listing,
  'descriptors/note.json': {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/note': {
        post: {
          operationId: 'create',
          requestBody: body('application/json', 'Text'),
          responses: { 201: answer('Note') },
        },
      },
      '/note/{id}': {
        parameters: [id],
        get: {
          operationId: 'read',
          responses: { 200: answer('Note'), 404: { description: 'No such note' } },
        },
        patch: {
          operationId: 'patch',
          requestBody: body('application/merge-patch+json', 'Text'),
          responses: { 200: answer('Note'), 404: { description: 'No such note' } },
        },
        put: {
          operationId: 'put',
          requestBody: body('application/json', 'Text'),
          responses: { 200: answer('Note') },
        },
      },
    },
    components: {
      schemas: {
        Text: { type: 'object', properties: { text: { type: 'string' } } },
        Note: {
          type: 'object',
          required: Object.keys(managed),
          properties: { ...managed, text: { type: 'string' } },
        },
      },
    },
  },
  'handlers/note/notes.ts': `import type { Models } from '#generated/models/note.ts';
import { documentsOf } from 'headwater/documents';
import { documentType } from 'headwater/documents';

export const notes = documentsOf(
  documentType<Models['Note']>({ name: 'note', all: 'n', fields: { text: { kind: 'text', isOptional: true } } }),
);
`,
  'handlers/note/create.ts': `import type { Handle } from '#generated/types/note/create.ts';
import { createDocument } from 'headwater/documents';
import { notes } from './notes.ts';

export const handle: Handle = (_input, body, context) => createDocument(notes(context), body);
`,
  'handlers/note/read.ts': `import type { Handle } from '#generated/types/note/read.ts';
import { getDocument } from 'headwater/documents';
import { notes } from './notes.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(notes(context), id);
`,
  'handlers/note/patch.ts': `import type { Handle } from '#generated/types/note/patch.ts';
import { changeDocument } from 'headwater/documents';
import { notes } from './notes.ts';

export const handle: Handle = ({ id }, body, context) =>
  changeDocument(notes(context), id, { contentOf: ({ text = '' }) => ({ text, ...body }) });
`,
  'handlers/note/put.ts': `import type { Handle } from '#generated/types/note/put.ts';
import { putDocument } from 'headwater/documents';
import { notes } from './notes.ts';

export const handle: Handle = ({ id }, content, context) => putDocument(notes(context), id, { content });
`,
};

const methods: Readonly<Record<string, string>> = { create: 'POST', patch: 'PATCH', put: 'PUT' };

let call: (name: string, id: string, sent?: object) => ReturnType<CallFunction>;

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  const project = await makeProject(files);
  expect((await build(project)).diagnostics).toEqual([]);
  call = async (name, id, sent) => {
    const send = await loadFunction(project, `note-${name}`);
    const method = methods[name] ?? 'GET';
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const content = sent ? { headers: { 'content-type': type }, body: JSON.stringify(sent) } : {};
    return send({ method, url: `/v1/note/${id}`, pathParameters: { id }, ...content });
  };
});

test('there is no document of an id that no key can hold', { tags: ['functions'] }, async () => {
  const id = 'a'.repeat(3_000);
  expect(await call('read', id)).toMatchObject({ status: 404 });
  expect(await call('patch', id, { text: 'b' })).toMatchObject({ status: 404 });
});

test('no member of a body takes the place of a managed one, and a response has what is stored', {
  tags: ['functions'],
}, async () => {
  const sent = { _id: 'x', created: 'y', updated: 'z', revision: 99, colour: 'red' };
  const { body: created } = await call('create', '', { ...sent, text: 'a' });
  const note = { _id: expect.stringMatching(/^[0-9a-f]{24}$/), created: expect.stringContaining('T') };
  expect(created).toEqual({ ...note, updated: Object(created).created, revision: 1, text: 'a' });
  const { _id } = Object(created);
  const later = { ...Object(created), updated: expect.stringContaining('T') };
  expect(await call('patch', _id, { ...sent, text: 'b' })).toMatchObject({ status: 200 });
  expect((await call('read', _id)).body).toEqual({ ...later, revision: 2, text: 'b' });
  const { body: put } = await call('put', _id, { ...sent, text: 'c' });
  expect(put).toEqual({ ...later, revision: 3, text: 'c' });
  expect((await call('read', _id)).body).toEqual(put);
});
