/** The names that descriptions show are those that compiling finds. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileGrok } from '../../lib/ingest/text/grok.ts';
import { bankNames, findBank, loadWholeBank } from '../../lib/ingest/text/grok-bank.ts';
import { grokNames } from '../../lib/ingest/text/grok-names.ts';

type Definitions = Readonly<Record<string, string>>;

function compiledNames(patterns: readonly string[], definitions: Definitions): string[] {
  return [...new Set(compileGrok(patterns, definitions).captures.map(({ name }) => name))];
}

await loadWholeBank();

test.each(['disabled', 'v1'])('of all known patterns: ECS %s', (ecs) => {
  const bank = findBank(ecs);
  for (const name of bankNames(bank)) {
    const { captures } = compileGrok([`%{${name}:all}`], {}, { bank });
    const names = [...new Set(captures.map((capture) => capture.name))];
    expect(grokNames([`%{${name}:all}`], {}, bank), name).toEqual(names);
  }
});

const rows: readonly [name: string, patterns: readonly string[], definitions?: Definitions][] = [
  ['types', ['%{INT:a:int} %{INT:a:long} %{WORD:b.c}']],
  ['groups', ["(?<a>x)(?'b'y)(?:z)(?<c:int>1)"]],
  ['comments and look-around', ['(?#%{INT:a}\\)(?<b>)%{INT:c}(?=(?<d>x))(?<!y)']],
  ['escapes and classes', ['\\(?<a> [(?<b>] [[:alpha:](?<c>] []%{INT:d}] [^\\]%{INT:e}] %{INT:f}']],
  ['definitions', ['%{A:a} %{B}'], { A: '%{B:b}', B: '(?<c>x)' }],
  ['a definition in place', ['%{A:a=(?<b>x)} %{A}'], { A: '(?<c>y)' }],
  ['a known name with another meaning', ['%{HOSTPORT}'], { POSINT: '(?<port>\\d+)' }],
  ['the same name twice', ['%{URIHOST} %{URIHOST}', '%{WORD:port} (?<w>.)']],
];
test.each(rows)('%s', (_name, patterns, definitions = {}) => {
  expect(grokNames(patterns, definitions)).toEqual(compiledNames(patterns, definitions));
});

test('of the configurations of the engine cases', () => {
  const lines = readFileSync(new URL('engine-cases.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const groks = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'grok');
  const valid = groks.flatMap(({ configuration: { patterns, pattern_definitions: definitions = {} } }) => {
    try {
      return [{ patterns, definitions, want: compiledNames(patterns, definitions) }];
    } catch {
      return [];
    }
  });
  expect(valid.length).toBeGreaterThan(20);
  for (const { patterns, definitions, want } of valid) expect(grokNames(patterns, definitions)).toEqual(want);
});

test('names end for definitions that refer to themselves, which compiling refuses', () => {
  expect(grokNames(['%{A:a}'], { A: '%{B:b}', B: '%{A:c}' })).toEqual(['a', 'b', 'c']);
});

test('a name that is used again has groups of its own', () => {
  const definitions = { A: '%{B:b}-%{INT}', B: '(?<z>[a-z])', POSINT: '%{B:p}' };
  const { captures, match } = compileGrok(['%{A:x} %{A:y} %{POSINT:q}'], definitions);
  expect(captures.map(({ name, groups }) => [name, groups])).toEqual([
    ['x', [1]],
    ['b', [2, 5]],
    ['z', [3, 6, 9]],
    ['y', [4]],
    ['q', [7]],
    ['p', [8]],
  ]);
  expect(match('a-1 b-2 c')?.slice(1)).toEqual(['a-1', 'a', 'a', 'b-2', 'b', 'b', 'c', 'c', 'c']);
  expect(compileGrok(['%{POSINT:n:int}'], {}).match('7')?.slice(1)).toEqual(['7']);
});

test.each(['[', '%{', '(?#', '(?<', "(?'", '[[:', '\\'])('%s without an end is read once', (part) => {
  const length = 1_000_000;
  // A second look at each character would take hours.
  expect(grokNames([part.repeat(length / part.length)], {}).length).toBeLessThanOrEqual(1);
});
