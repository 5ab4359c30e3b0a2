/** A source with a table of a thousand rows, stored, described, previewed and pushed to, through the functions as they ship. */

import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    ...['stream-push', 'stream-listRecords', 'source-getById', 'source-createMappingPreview'],
  ]);
});

const rows = Array.from({ length: 1000 }, (_, id) => ({ id, owner: `team ${id % 7}`, text: 'x'.repeat(20) }));
const enrich = { type: 'enrich', field: 'host', target_field: 'asset', rows, match_field: 'id' };

test('the table is stored with its step, and each record gets its row', async () => {
  const source = await service.makeSource({ preprocessors: [enrich] });
  const stored = await service.call('source-getById', { id: source });
  expect(stored.body).toMatchObject({
    preprocessors: [{ ...enrich, summary: 'Sets asset to the row whose id matches host, of 1000.' }],
  });
  const stream = await service.makeStream({ source });
  const pushed = await service.call('stream-push', { id: stream, body: [{ host: '999' }, { host: 'x' }] });
  expect(pushed.status).toBe(201);
  const { body } = await service.call('stream-listRecords', { id: stream });
  expect(Object(body).hits.map((hit: { document: object }) => hit.document)).toEqual([
    { host: '999', asset: rows[999] },
    { host: 'x' },
  ]);
});

test('an unsaved step has a table of its own', async () => {
  const source = await service.makeSource({ preprocessors: [enrich] });
  const other = { ...enrich, rows: [{ id: 'x', owner: 'new' }], enrich_fields: ['owner'] };
  const body = { records: [{ host: 'x' }], preprocessors: [other] };
  const { body: preview } = await service.call('source-createMappingPreview', { id: source, body });
  expect(Object(preview).results).toMatchObject([
    { document: { host: 'x', asset: { id: 'x', owner: 'new' } } },
  ]);
});

test('rows that cannot match are refused with their place', async () => {
  const body = { name: 'a', preprocessors: [{ ...enrich, rows: [{ id: 1 }, { owner: 'x' }] }] };
  expect(await service.call('source-create', { body })).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          pointer: '/preprocessors/0/rows',
          code: 'invalid_option',
          message: 'must have the member "id" in each row; the one at 1 has none',
        },
      ],
    },
  });
});
