/**
 * Short names of zones against moment-timezone, which has the time zone database, and against what PostgreSQL reads.
 */

import { readFile } from 'node:fs/promises';
import moment from 'moment-timezone';
import { expect, test } from 'vitest';
import { findZone } from '../../lib/ingest/dates/zone.ts';
import { zoneNames } from '../../lib/ingest/dates/zone-names.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { makeZoneNames } from '../../lib/ingest/models/zone-names.ts';

type Step = Readonly<Record<string, unknown>>;

/** The times of the lines in milliseconds since 1970, or the messages of their failures. */
function timesOf(step: Step, lines: readonly string[]): readonly (number | string)[] {
  const compiled = compilePipeline([{ field: 'line', ...step }]);
  if ('issues' in compiled) throw new Error(compiled.issues.map(({ message }) => message).join());
  const records = lines.map((line) => ({ line }));
  const limits = { budgetMs: 600_000, deadlineMs: 600_000, recordLimitMs: 600_000 };
  return runPipeline(compiled.pipeline, records, { now: Date.parse('2026-11-29'), ...limits }).map(
    (result) =>
      result.status === 'success'
        ? Date.parse(String(result.document['@timestamp']))
        : result.status === 'error'
          ? result.failure.message
          : result.status,
  );
}

const written = 'YYYY-MM-DD HH:mm:ss.SSS z';
const types: readonly { readonly step: Step; readonly lineOf: (time: moment.Moment) => string }[] = [
  { step: { type: 'date', formats: ['yyyy-MM-dd HH:mm:ss.SSS z'] }, lineOf: (time) => time.format(written) },
  { step: { type: 'postgres' }, lineOf: (time) => `${time.format(written)} [7] LOG:  x` },
  {
    step: { type: 'syslog' },
    lineOf: (time) =>
      time.format('MMM D YYYY HH:mm:ss.SSS [#]: [%SYS-5-X: x]').replace('#', time.format('z')),
  },
];

/** The first and the last half hour in which a zone has had a name with an offset since 1970: changes of clocks repeat hours. */
function momentsIn(id: string): readonly moment.Moment[] {
  const changes = (moment.tz.zone(id)?.untils ?? []).filter(
    (until) => until > 0 && until < Date.UTC(2037, 0),
  );
  const around = changes.flatMap((until) => [until - 1_800_000, until + 1_800_000]);
  const named = [...around, Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]
    .toSorted((a, b) => a - b)
    .map((time) => moment.tz(time, id))
    // Date.parse knows no offset with seconds, which Monrovia had until 1972.
    .filter((time) => /^(?!LMT|MMT)[A-Z][A-Za-z]{2,4}$/.test(time.format('z')));
  const periods = Map.groupBy(named, (time) => time.format('z Z'));
  return [...periods.values()]
    .flatMap((times) => [times[0], times.at(-1)])
    .filter((time) => time !== undefined);
}

const ids = moment.tz.names().filter((id) => findZone(id) !== undefined);

test('a declared zone decides what its names mean, when its clocks change, too', {
  tags: ['preprocessors'],
}, () => {
  expect(ids.length).toBeGreaterThan(590);
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const id of ids) {
    const moments = momentsIn(id);
    for (const time of moments) seen.add(`${id} ${time.format('z')}`);
    for (const { step, lineOf } of types) {
      const times = timesOf({ ...step, timezone: id }, moments.map(lineOf));
      // An hour that repeats with the same name has two moments.
      for (const [index, time] of moments.entries())
        if (
          typeof times[index] !== 'number' ||
          moment.tz(times[index], id).format(written) !== time.format(written)
        )
          wrong.push(`${step['type']} ${id} ${time.format(written)}: ${times[index]}`);
    }
  }
  expect(seen.size).toBeGreaterThan(750);
  // A repeated hour whose name had the offsets of both, at other times.
  const repeated = [
    'Europe/Kirov 1989-09-24 02:30:00.000 MSK',
    'Europe/Volgograd 1988-09-25 02:30:00.000 MSK',
  ];
  expect(wrong.filter((one) => !repeated.some((text) => one.includes(text)))).toEqual([]);
});

const line = (name: string) => `2026-07-04 12:00:00.000 ${name}`;
const date: Step = { type: 'date', formats: ['yyyy-MM-dd HH:mm:ss.SSS z'] };

test.each([
  ['CST', 'Asia/Shanghai', '2026-07-04T04:00:00Z'],
  ['CST', 'America/Chicago', '2026-07-04T18:00:00Z'],
  ['CST', 'America/Havana', '2026-07-04T17:00:00Z'],
  ['CST', '+08:00', '2026-07-04T04:00:00Z'],
  ['PST', 'Asia/Manila', '2026-07-04T04:00:00Z'],
  ['AST', 'America/Halifax', '2026-07-04T16:00:00Z'],
  ['AST', 'Asia/Riyadh', '2026-07-04T09:00:00Z'],
  ['IST', 'Europe/Dublin', '2026-07-04T11:00:00Z'],
  ['IST', 'Asia/Jerusalem', '2026-07-04T10:00:00Z'],
  ['IST', 'Asia/Kolkata', '2026-07-04T06:30:00Z'],
  ['AMT', 'Asia/Yerevan', '2026-07-04T08:00:00Z'],
])('%s in %s', (name, timezone, want) => {
  const [first, second] = [
    timesOf({ ...date, timezone }, [line(name)]),
    timesOf({ type: 'postgres', timezone }, [`${line(name)} [7] LOG:  x`]),
  ];
  expect([first, second]).toEqual([[Date.parse(want)], [Date.parse(want)]]);
});

// As java.time: a name stands for the time of its place.
test.each([
  ['AST', '2026-07-04T15:00:00Z'],
  ['NST', '2026-07-04T14:30:00Z'],
  ['ART', '2026-07-04T15:00:00Z'],
  ['SST', '2026-07-04T23:00:00Z'],
  ['EST', '2026-07-04T16:00:00Z'],
  ['PST', '2026-07-04T19:00:00Z'],
  ['ADT', '2026-07-04T15:00:00Z'],
  ['BRT', '2026-07-04T15:00:00Z'],
  ['HKT', '2026-07-04T04:00:00Z'],
  ['SAST', '2026-07-04T10:00:00Z'],
  ['WAT', '2026-07-04T11:00:00Z'],
])('%s without a declared zone', (name, want) => {
  expect(timesOf(date, [line(name)])).toEqual([Date.parse(want)]);
});

test.each([
  ['CST', '-06:00 (America/Chicago) or +08:00 (Asia/Shanghai)'],
  ['IST', '+05:30 (Asia/Kolkata) or +02:00 (Asia/Jerusalem) or +01:00 (Europe/Dublin)'],
])('%s is ambiguous without a declared zone', (name, readings) => {
  const want = [`line has the zone ${name}, which is ${readings}; set timezone to the one that is meant.`];
  expect(timesOf(date, [line(name)])).toEqual(want);
  expect(timesOf({ ...date, timezone: 'Europe/Paris' }, [line(name)])).toEqual(want);
  expect(timesOf({ type: 'postgres' }, [`${line(name)} [7] LOG:  x`])).toEqual(want);
  expect(timesOf({ type: 'syslog' }, [`Jul 4 2026 12:00:00 ${name}: %SYS-5-X: x`])).toEqual(want);
});

test('an unknown name is in the declared zone of a server of PostgreSQL', () => {
  const lines = [`${line('QQQT')} [7] LOG:  x`];
  expect(timesOf({ type: 'postgres' }, lines)).toEqual([
    'line has the zone QQQT, which is not known; set timezone.',
  ]);
  expect(timesOf({ type: 'postgres', timezone: 'Asia/Tokyo' }, lines)).toEqual([
    Date.parse('2026-07-04T03:00:00Z'),
  ]);
});

test('ids of an old Java are not zones', () => {
  const old =
    'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST';
  expect(old.split(' ').filter((id) => findZone(id) !== undefined)).toEqual([]);
});

/** Names that PostgreSQL reads in another way, or that it reads although they are ambiguous. */
const differences: Readonly<Record<string, string>> = {
  CST: 'ambiguous: Chicago or Shanghai',
  NFT: 'of Norfolk, not of Newfoundland, which is not in the time zone database',
  AMST: 'ambiguous: Manaus or Yerevan',
  AMT: 'ambiguous: Manaus or Yerevan',
  BDT: 'ambiguous: Dhaka, or Alaska until 1983',
  CCT: 'of the Cocos Islands, not of China, which is not in the time zone database',
  IST: 'ambiguous: Kolkata, Jerusalem or Dublin',
  MMT: 'ambiguous: Yangon, or Monrovia until 1972',
  CAST: 'ambiguous: Khartoum or Casey',
  WAST: 'of the summer of West Africa, not of Australia, which is not in the time zone database',
  BDST: 'of the summer of Dhaka, not the double summer time of London, which ended in 1947',
};

test('PostgreSQL reads every name the same, but for the differences', async () => {
  const file = new URL('postgres-zones.json', import.meta.url);
  const { names } = JSON.parse(await readFile(file, 'utf8')) as { names: Record<string, number | string> };
  const known = Object.entries(names).filter(([name]) => zoneNames.includes(name));
  expect(known.length).toBeGreaterThan(160);
  const lines = known.map(([name]) => `${line(name)} [7] LOG:  x`);
  const times = timesOf({ type: 'postgres' }, lines);
  const noon = Date.parse('2026-07-04T12:00:00Z');
  // A place in place of an offset had several offsets.
  const isSame = (offset: number | string, time: unknown) =>
    typeof offset === 'number' ? time === noon - offset * 1000 : typeof time === 'number';
  const different = known.filter(([, offset], index) => !isSame(offset, times[index]));
  expect(different.map(([name]) => name)).toEqual(Object.keys(differences));
});

test('the table is that of the time zone database', async () => {
  const file = new URL('../../lib/ingest/dates/zone-names.json', import.meta.url);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(await makeZoneNames());
});
