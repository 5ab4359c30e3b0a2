/**
 * Every regular expression of the emitted functions takes linear time, or reads a text that is short for a reason given here.
 *
 * @module-tag hostile
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSync, type Parameters } from 'recheck';
import { describe, expect, test } from 'vitest';
import { authenticatorId } from '../../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { expressionsOf } from '../../support/bundle-expressions.ts';
import { readFunctionIds } from '../../support/own-operations.ts';
import { repository } from '../../support/repository.ts';

/** The reason why the input of an expression is short, by the text of the expression in the bundles. */
const capped: Readonly<Record<string, string>> = {
  '/(\\d+\\.){3}\\d+/': 'The AWS SDK tests the host name of its endpoint, which is a setting.',
  '/(\\.\\d*?)0+$/': 'The AWS SDK reads the numbers in responses, which AWS writes.',
  '/0+$/': 'As that of the AWS SDK; and `epoch_millis` writes a fraction of at most nine digits.',
};

/** Calls of RegExp whose arguments are not constants. Names of variables are written as x: a minifier chooses them. */
const computed: Readonly<Record<string, string>> = {
  'new RegExp("^["+x]$","u")': 'xmlchars, of saxes: a class of characters, at most with one repeat.',
  'new RegExp(x)': 'The AWS SDK: the names of its regions.',
  'new RegExp(x,x)': 'lib/ingest/text/regex.ts: of a configuration, within the limit of time.',
  'new RegExp(x,x?"i":"")':
    'lib/ingest/text/client-table-format.ts: of uap-core; user-agent.ts cuts the agent at 500 characters.',
  'new RegExp(`[${x}]`,x)': 'lib/ingest/text/letter-case.ts: a class, which matches one character.',
  'new RegExp(x,"u")': 'lib/ingest/text/regex-symbols.ts: the name of a class, which matches nothing.',
  'new RegExp(String.raw`^(?:<(\\d{x,3})>)?${x}(?:(?:${x}|${x}${x}|${x})(:?) |(?=${x}))`)':
    'lib/ingest/text/syslog.ts: of constants, tried at the start of a message alone.',
};

/** It reads at most 2,000 characters of a line (`maxRead` in lib/ingest/suggestions), and makes expressions of their layout. */
const suggest = 'source-suggest';

/**
 * No limit is a time, so that a verdict is the same on every machine. The search for an attack is shorter than recheck's
 * own, and an automaton that is too large is attacked with texts instead.
 */
const limits: Parameters = {
  ...{ timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null },
  ...{ maxNFASize: 500, maxIteration: 3, maxSimpleRepeatCount: 5, mutationSize: 20, crossoverSize: 10 },
  ...{ attackLimit: 10_000_000, maxAttackStringSize: 10_000, incubationLimit: 10_000 },
  ...{ maxGeneStringSize: 1_000, maxInitialGenerationSize: 100 },
};

function verdictOf(literal: string): string {
  const end = literal.lastIndexOf('/');
  const found = checkSync(literal.slice(1, end), literal.slice(end + 1), limits);
  if (found.status === 'safe') return 'linear';
  return found.status === 'vulnerable' ? found.complexity.summary : 'unknown';
}

async function expressionsOfFunctions() {
  const literals = new Set<string>();
  const calls = new Set<string>();
  const bundles = join(repository, '.generated/bundles');
  // The others are archives.
  const ids = (await readdir(bundles)).filter((name) => !name.endsWith('.zip'));
  expect(ids).toEqual(expect.arrayContaining([...(await readFunctionIds()), authenticatorId]));
  const short = new Set<string>();
  for (const id of ids) {
    const text = await readFile(join(bundles, id, 'index.mjs'), 'utf8');
    const found = expressionsOf(text);
    for (const literal of found.literals) (id === suggest ? short : literals).add(literal);
    if (id === suggest) continue;
    for (const call of found.computed)
      calls.add(
        named(call)
          .replace(/\b(?!new\b|RegExp\b)[\w$]+(?=[,)?])/g, 'x')
          .replace(/\$\{[\w$]+\}/g, '${x}'),
      );
  }
  return { literals, calls, short: [...short].filter((literal) => !literals.has(literal)) };
}

/** The expressions of xmlchars differ only in the names of their classes. */
function named(call: string): string {
  return call.replace(/("\^\["\+)\w+\.[A-Z_]+"?[^,]*(?=\]\*?\+?\$",)/, '$1x').replace(/\][*+]\$/, ']$');
}

describe('the expressions of the emitted functions', async () => {
  const { literals, calls, short } = await expressionsOfFunctions();
  const own = [...literals];

  test('take linear time, or are listed with what bounds their text', {
    timeout: 600_000,
  }, () => {
    expect(own.length).toBeGreaterThan(150);
    const verdicts = own.map((literal) => [literal, verdictOf(literal)] as const);
    const slow = verdicts.filter(([, verdict]) => verdict !== 'linear');
    expect(slow.map(([literal]) => literal).toSorted()).toEqual(Object.keys(capped).toSorted());
  });

  test('of suggestions take quadratic time at most', { timeout: 600_000 }, () => {
    expect(short.length).toBeGreaterThan(50);
    const verdicts = short.map((literal) => [literal, verdictOf(literal)] as const);
    expect(verdicts.filter(([, verdict]) => !/^(?:linear|2nd degree polynomial)/.test(verdict))).toEqual([]);
  });

  test('are constants, or are listed with where they come from', () => {
    expect([...calls].toSorted()).toEqual(Object.keys(computed).toSorted());
  });
});

test.each([
  ['a literal', 'const a = /x+$/g', ['/x+$/g'], []],
  ['a division is none', 'const a = b / c / d', [], []],
  ['a constant text', 'new RegExp("a\\\\d", "u"); RegExp(`b`)', ['/a\\d/u', '/b/'], []],
  ['a template of constants', 'const t = "a"; var p = `(${t})`; new RegExp(`^${p}+`, "i")', ['/^(a)+/i'], []],
  ['a name with two meanings', 'const t = "a"; (t) => new RegExp(t)', [], ['new RegExp(t)']],
  [
    'a name that is only a key elsewhere',
    'const t = "a"; const f = ({ t: other }) => new RegExp(t)',
    ['/a/'],
    [],
  ],
  [
    'a function that hands its parameters on',
    'function f(a, b) { return () => new RegExp(a, b); } f("x", "u"); f(c, "u")',
    ['/x/u'],
    ['new RegExp(a, b)'],
  ],
  ['a variable text', '(a) => new RegExp(a, "u")', [], ['new RegExp(a, "u")']],
])('the expressions of a module: %s', (_name, text, literals, calls) => {
  const found = expressionsOf(text);
  expect([[...found.literals], [...found.computed]]).toEqual([literals, calls]);
});

test('the judge finds what is not linear', () => {
  const cubic = '/\\{\\{\\{\\s*([^{}]*?)\\s*\\}\\}\\}|\\{\\{&?\\s*([^{}]*?)\\s*\\}\\}/g';
  expect([cubic, '/^[\\0- ]+|[\\0- ]+$/g', '/(a+)+$/', '/^a+$/'].map(verdictOf)).toEqual([
    expect.stringContaining('3rd degree polynomial'),
    expect.stringContaining('2nd degree polynomial'),
    expect.stringContaining('exponential'),
    'linear',
  ]);
});
