/** OpenSearch takes the index templates of previews, and then every document of the sample, in any order. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { discoverFields } from '../../../lib/ingest/fields/discover-fields.ts';
import { indexTemplate } from '../../../lib/ingest/fields/index-template.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { repository } from '../../support/repository.ts';
import { startTestEngine } from './test-engine.ts';

const formats = join(repository, 'test/service/log-formats');
const folders = await readdir(formats, { withFileTypes: true });
const names = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
const engine = await startTestEngine();

const mixed: readonly DataRecord[] = [
  {
    a: 2,
    b: 'x',
    c: '10.0.0.1',
    p: { lat: 1, lon: 2.5 },
    o: { x: 1 },
    t: '2026-11-25',
    k: 'one',
    __proto: 1,
  },
  { a: 2.04, b: 'y'.repeat(40_000), c: ['::1', '10.0.0.2'], p: { lat: -90, lon: 180 }, o: 'text', k: 'one' },
  { a: 9223372036854775808n, b: null, o: [{ x: 'y' }, 1], t: '2026-11-25T10:00:00Z', k: 'one', n: [] },
  { a: -1, big: 18446744073709551615n, huge: 1e300, flag: true, k: 'two', v6: 'fe80::1%eth0' },
];

describe.skipIf(engine === undefined)('a template', () => {
  let documents: Record<string, readonly DataRecord[]>;

  beforeAll(async () => {
    const read = async (name: string) => {
      const found: unknown = JSON.parse(await readFile(join(formats, name, 'documents.json'), 'utf8'));
      return [name, found as readonly DataRecord[]] as const;
    };
    documents = { ...Object.fromEntries(await Promise.all(names.map(read))), mixed };
  });

  test.each([...names, 'mixed'])('of %s fits all of its documents', async (name) => {
    const own = (documents[name] ?? []).filter((one) => typeof one === 'object' && one !== null);
    expect(own.length).toBeGreaterThan(0);
    const index = `fits-${name.toLowerCase()}`;
    const template = indexTemplate({ index, documents: own, fields: discoverFields(own) });
    const put = await engine?.ask('PUT', `/_index_template/${index}`, template);
    expect([put?.status, put?.body]).toEqual([200, { acknowledged: true }]);
    const random = pseudoRandom(name.length);
    const shuffled = own.toSorted(() => random() - 0.5);
    const results = await engine?.bulk(index, [...shuffled, ...own]);
    expect(results?.filter(({ status }) => status !== 201)).toEqual([]);
  });
});
