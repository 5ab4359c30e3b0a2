/** geoip against MaxMind's Java library, and with databases that are absent, damaged, or come later. */

import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DatabaseFiles } from '../../lib/ingest/base/database-files.ts';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { cleanUp } from '../support/clean-up.ts';

const data = join(import.meta.dirname, 'geoip');
const city = 'GeoLite2-City-Test.mmdb';

/** The files of a folder. */
function databasesIn(folder: string, report?: DatabaseFiles['report']): DatabaseFiles {
  const read = async (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? readFile(path) : undefined;
  };
  return { read, ...(report && { report }) };
}

async function run(options: DataRecord, records: readonly DataRecord[], databases = databasesIn(data)) {
  const step = { type: 'geoip', field: 'ip', ...options };
  await loadTypes([step], { databases });
  const compiled = compilePipeline([step]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return runPipeline(compiled.pipeline, records).map((result) =>
    result.status === 'success' ? result.document : result.status === 'error' && result.failure,
  );
}

interface Case {
  readonly database: string;
  readonly ip: string;
  readonly answer: DataRecord;
}

const cases = readFileSync(join(data, 'answers.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const properties = [...new Set(cases.flatMap(({ answer }) => Object.keys(answer)))];

test.each(['City', 'Country', 'ASN'])('%s: every property is that of the Java library', async (kind) => {
  const own = cases.filter(({ database }) => database.includes(kind));
  expect(own.length).toBeGreaterThan(50);
  const options = { database_file: `GeoLite2-${kind}-Test.mmdb`, properties };
  const results = await run(
    options,
    own.map(({ ip }) => ({ ip })),
  );
  expect(results).toEqual(
    own.map(({ ip, answer }) => ({ ip, ...(Object.keys(answer).length > 0 ? { geoip: answer } : {}) })),
  );
});

test('the type of the database decides which properties there are by default', async () => {
  const london = { ip: '81.2.69.142' };
  expect(await run({ database_file: city }, [london])).toEqual([
    {
      ...london,
      geoip: {
        continent_name: 'Europe',
        country_name: 'United Kingdom',
        country_iso_code: 'GB',
        region_iso_code: 'GB-ENG',
        region_name: 'England',
        city_name: 'London',
        location: { lat: 51.5142, lon: -0.0931 },
      },
    },
  ]);
  expect(await run({ database_file: 'GeoLite2-Country-Test.mmdb' }, [london])).toEqual([
    {
      ...london,
      geoip: { continent_name: 'Europe', country_name: 'United Kingdom', country_iso_code: 'GB' },
    },
  ]);
  const options = { database_file: 'GeoLite2-ASN-Test.mmdb', target_field: 'as' };
  expect(await run(options, [{ ip: '2600:6000:0::1' }])).toEqual([
    {
      ip: '2600:6000:0::1',
      as: {
        ip: '2600:6000::1',
        asn: 237,
        organization_name: 'Merit Network Inc.',
        network: '2600:6000:0:0:0:0:0:0/20',
      },
    },
  ]);
});

test('lists, unknown addresses and other values', async () => {
  const options = { database_file: city, properties: ['country_iso_code'] };
  const [first, other] = ['81.2.69.142', '2001:218::5'];
  const [gb, jp] = [{ country_iso_code: 'GB' }, { country_iso_code: 'JP' }];
  expect(await run(options, [{ ip: ['10.0.0.1', first, other] }])).toMatchObject([{ geoip: gb }]);
  const all = { ...options, first_only: false };
  expect(await run(all, [{ ip: ['10.0.0.1', first, other, first] }])).toMatchObject([
    { geoip: [null, gb, jp, gb] },
  ]);
  expect(await run(all, [{ ip: ['10.0.0.1', '::1'] }, { ip: '127.0.0.1', geoip: 'old' }])).toEqual([
    { ip: ['10.0.0.1', '::1'] },
    { ip: '127.0.0.1', geoip: 'old' },
  ]);
  expect(
    await run(options, [
      { ip: 'db1' },
      { ip: ['x'] },
      { ip: [5] },
      { ip: 5 },
      { ip: null },
      {},
      { ip: 'fe80::1%eth0' },
    ]),
  ).toMatchObject([
    { code: 'not_convertible', message: 'ip is not an IP address.', value: 'db1' },
    { code: 'not_convertible' },
    { code: 'wrong_type' },
    { code: 'wrong_type' },
    { code: 'null_value' },
    { code: 'missing_field' },
    { code: 'not_convertible' },
  ]);
  expect(await run({ ...options, ignore_missing: true }, [{ ip: null }, {}])).toEqual([{ ip: null }, {}]);
});

test('records do not share their results', async () => {
  const step = { type: 'geoip', field: 'ip', database_file: city };
  const steps = [step, { type: 'rename', field: 'geoip.location.lat', target_field: 'lat' }];
  await loadTypes(steps, { databases: databasesIn(data) });
  const compiled = compilePipeline(steps);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const results = runPipeline(compiled.pipeline, [{ ip: '81.2.69.142' }, { ip: '81.2.69.142' }]);
  expect(results).toMatchObject([{ document: { lat: 51.5142 } }, { document: { lat: 51.5142 } }]);
});

test('without the database, or with a damaged one, records are tagged; a file that comes later is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geoip-'));
  cleanUp(() => rm(folder, { recursive: true }));
  const report = vi.fn<NonNullable<DatabaseFiles['report']>>();
  const databases = databasesIn(folder, report);
  const record = { ip: '81.2.69.142', tags: 'a' };
  const tagged = { ...record, tags: ['a', '_geoip_database_unavailable_Later-City.mmdb'] };
  const options = { database_file: 'Later-City.mmdb', properties: ['city_name'] };
  expect(await run(options, [record], databases)).toEqual([tagged]);
  expect(report).not.toHaveBeenCalled();
  await writeFile(join(folder, 'Later-City.mmdb'), 'no database');
  expect(await run(options, [record], databases)).toEqual([tagged]);
  expect(report).toHaveBeenLastCalledWith('Later-City.mmdb', expect.stringMatching(/^It cannot be read: ./));
  await copyFile(join(data, 'MaxMind-DB-test-ipv4-24.mmdb'), join(folder, 'Later-City.mmdb'));
  expect(await run(options, [record], databases)).toEqual([tagged]);
  expect(report).toHaveBeenLastCalledWith(
    'Later-City.mmdb',
    'It cannot be read: its type Test is none of City, Country and ASN',
  );
  await copyFile(join(data, city), join(folder, 'Later-City.mmdb'));
  expect(await run(options, [record], databases)).toEqual([{ ...record, geoip: { city_name: 'London' } }]);
  const content = await readFile(join(data, city));
  // The data of the entries; the tree of networks and the metadata stay.
  await writeFile(
    join(folder, 'Damaged-City.mmdb'),
    content.fill(0, 6000, content.lastIndexOf('MaxMind.com') - 3),
  );
  const damaged = { database_file: 'Damaged-City.mmdb' };
  expect(await run(damaged, [{ ip: '81.2.69.142' }], databases)).toEqual([
    { ip: '81.2.69.142', tags: ['_geoip_database_unavailable_Damaged-City.mmdb'] },
  ]);
  expect(report).toHaveBeenLastCalledWith('Damaged-City.mmdb', expect.stringMatching(/^It is damaged: ./));
});

test('a database of IPv4 addresses knows no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geoip-'));
  cleanUp(() => rm(folder, { recursive: true }));
  const plain = await readFile(join(data, 'MaxMind-DB-test-ipv4-24.mmdb'), 'latin1');
  // The type, a string of four characters, becomes one of five.
  await writeFile(join(folder, 'Ipv4-City.mmdb'), plain.replace('\x44Test', '\x45-City'), 'latin1');
  const options = { database_file: 'Ipv4-City.mmdb', properties: ['network'] };
  // The first four bytes of the second address are those of the first.
  expect(
    await run(
      options,
      [{ ip: '1.1.1.1' }, { ip: '101:101::' }, { ip: '::ffff:1.1.1.1' }],
      databasesIn(folder),
    ),
  ).toEqual([
    { ip: '1.1.1.1', geoip: { network: '1.1.1.1/32' } },
    { ip: '101:101::' },
    { ip: '::ffff:1.1.1.1', geoip: { network: '1.1.1.1/32' } },
  ]);
});

test.each(['../secret.mmdb', '/etc/passwd', 'a/b.mmdb', '.mmdb', 'GeoLite2-City', 'a\0.mmdb'])(
  'a path such as %j is refused, and read by nothing',
  async (file) => {
    const step = { type: 'geoip', field: 'ip', database_file: file };
    const read = vi.fn<DatabaseFiles['read']>();
    await loadTypes([step], { databases: { read } });
    expect(read).not.toHaveBeenCalled();
    const message = 'must be the name of a file, such as GeoLite2-City.mmdb';
    expect(compilePipeline([step])).toEqual({
      issues: [{ pointer: '/0/database_file', code: 'invalid_option', message }],
    });
  },
);
