/** The step `user_agent` against the published tests of uap-core, another implementation of it, and a real log. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientTable } from '../../lib/ingest/models/client-table.ts';
import { readRules } from '../../lib/ingest/models/read-rules.ts';
import { requiredTexts } from '../../lib/ingest/models/required-texts.ts';
import { compileClientTable } from '../../lib/ingest/text/client-rules.ts';
import table from '../../lib/ingest/text/client-table.json' with { type: 'json' };
import { clientExpression, readClientTable } from '../../lib/ingest/text/client-table-format.ts';
import { clientOf } from '../../lib/ingest/text/user-agent.ts';
import { amount } from '../support/amount.ts';

function rowsOf(name: string): readonly (readonly unknown[])[] {
  const text = readFileSync(new URL(`clients/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const agentsOf = (name: string) => rowsOf(name).map(([agent]) => String(agent));

test('the table has the expressions of the installed uap-core', async () => {
  const { yaml, version } = await readRules();
  const url = new URL('../../lib/ingest/text/client-table.json', import.meta.url);
  expect(readFileSync(url, 'utf8') === clientTable(yaml, version), 'run `npm run models`').toBe(true);
});

test('1,400 agents have the names and versions that uap-core publishes', () => {
  const find = compileClientTable(table.names);
  const rows = rowsOf('names');
  expect(rows.length).toBeGreaterThan(1_400);
  const different = rows.filter(([agent, name, version]) => {
    const found = find(String(agent));
    // A fourth part of a version is in no test.
    const isSame = found?.version === version || `${found?.version ?? ''}.`.startsWith(`${version}.`);
    return (found?.name ?? 'Other') !== name || (version === '' ? found?.version !== undefined : !isSame);
  });
  expect(different).toEqual([]);
});

test('400 agents have the systems that uap-core publishes', () => {
  const find = compileClientTable(table.systems);
  const rows = rowsOf('systems');
  expect(rows.length).toBeGreaterThan(400);
  const found = rows.map(([agent]) => {
    const { name = 'Other', version = '' } = find(String(agent)) ?? {};
    return [agent, name, version];
  });
  expect(found).toEqual(rows);
});

test('an agent of each expression has the device that uap-core publishes', () => {
  const find = compileClientTable(table.devices);
  const rows = rowsOf('devices');
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.map(([agent]) => [agent, find(String(agent))?.name ?? 'Other'])).toEqual(rows);
});

interface Client {
  readonly name: string;
  readonly version?: string;
  readonly os?: { readonly name: string; readonly version?: string };
  readonly device: { readonly name: string };
}

function answerTo(agent: string): readonly (string | null)[] {
  const { name, version, os, device } = clientOf(agent) as unknown as Client;
  return [name, version ?? null, os?.name ?? null, os?.version ?? null, device.name];
}

test('9,999 lines of a log of Apache have the clients that another implementation finds', () => {
  const rows = rowsOf('apache-log');
  expect(rows.map(([, agent]) => answerTo(String(agent)))).toEqual(rows.map((row) => row.slice(2, 7)));
  const lines = (chosen: typeof rows) => chosen.reduce((sum, [count]) => sum + Number(count), 0);
  expect(lines(rows)).toBe(9_999);
  // Elasticsearch has former expressions.
  expect(lines(rows.filter((row) => row.length === 7)) / 9_999).toBeGreaterThan(0.97);
  expect(lines(rows.filter(([, agent]) => answerTo(String(agent))[4] === 'Spider'))).toBe(1_449);
});

const { names, systems, devices } = table;
const tables = { names, systems, devices };
const agents = [...agentsOf('names'), ...agentsOf('systems'), ...agentsOf('devices')];

test.each(Object.entries(tables))(
  'no expression of %s matches without its texts',
  { tags: ['preprocessors'] },
  (_, rows) => {
    const unlikely = readClientTable(rows).flatMap((rule) => {
      const expression = clientExpression(rule);
      const isAbsent = (agent: string) => {
        const text = rule.isCaseless ? agent.toLowerCase() : agent;
        return rule.required.length > 0 && !rule.required.some((part) => text.includes(part));
      };
      return agents.filter((agent) => isAbsent(agent) && expression.test(agent)).map(() => rule.source);
    });
    expect(unlikely).toEqual([]);
  },
);

test.each(Object.entries(tables))(
  'random texts that match an expression of %s have its texts',
  { tags: ['property'] },
  (_, rows) => {
    const rules = readClientTable(rows);
    const property = fc.property(fc.constantFrom(...rules), fc.context(), fc.gen(), (rule, context, make) => {
      const expression = clientExpression(rule);
      // fast-check has no \b, and no empty groups.
      const source = expression.source.replaceAll('\\b', '').replaceAll('()', '');
      const made = make(() => fc.stringMatching(new RegExp(source, 's')));
      fc.pre(expression.test(made));
      context.log(made);
      const text = rule.isCaseless ? made.toLowerCase() : made;
      expect(rule.required.length === 0 || rule.required.some((part) => text.includes(part))).toBe(true);
    });
    fc.assert(property, { numRuns: amount({ few: 50, many: 300, most: 5_000 }) });
  },
);

test.each([
  ['Foo', ['Foo']],
  ['(Foo|Bar)/\\d+', ['Foo/', 'Bar/']],
  ['(?:Foo|)x{2,}yz', ['yz']],
  ['a[bc]d', ['abd', 'acd']],
  ['Foo?', ['Fo']],
  ['(?:abc)+\\.', ['abc']],
  ['Android.*; Rare', ['; Rare']],
  ['\\d*|a', undefined],
  ['[^a]', undefined],
])('the texts that %s needs', (source, texts) => expect(requiredTexts(source)).toEqual(texts));

test.each(['(?=a)', '(?<a>b)', '\\1', '*a', 'a)', '(a', '\\Ba'])('%s is refused', (source) => {
  expect(() => requiredTexts(source)).toThrow(/other syntax|is not known/);
});

test('an agent is read up to 500 characters', () => {
  expect(clientOf(`${'x'.repeat(491)} curl/8.5.0`)['name']).toBe('curl');
  expect(clientOf(`${'x'.repeat(500)} curl/8.5.0`)['name']).toBe('Other');
});
