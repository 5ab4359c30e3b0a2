/** The package as a host without Node.js runs it: bundled for browsers, in a context that has only what browsers and workers have. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { repository } from '../support/repository.ts';

const {
  exports,
  dependencies,
}: Record<'exports' | 'dependencies', Record<string, string>> = JSON.parse(
  readFileSync(join(repository, 'lib/ingest/package.json'), 'utf8'),
);
const entries = Object.keys(exports).filter((entry) => entry !== './package.json');

/** What browsers have besides the language: a bare context has nothing of Node.js. */
const web = { TextDecoder, TextEncoder, URL, atob, btoa, performance };

interface Bundle {
  readonly text: string;
  readonly inputs: Metafile['inputs'];
}

/** @param lines Of a module. */
async function bundle(lines: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: lines, resolveDir: repository },
    ...{ bundle: true, write: false, metafile: true },
    ...{ platform: 'browser', format: 'iife', globalName: 'ingest' },
  });
  return { text: outputFiles[0]?.text ?? '', inputs: metafile.inputs };
}

/** Texts and numbers cross the border of a context as JSON. */
async function evaluate(script: string, globals: object = {}): Promise<unknown> {
  const context = createContext({ ...web, ...globals });
  return JSON.parse(
    await runInContext(`${text};(async () => JSON.stringify(await (${script})()))()`, context),
  );
}

let text: string;

beforeAll(async () => {
  ({ text } = await bundle(
    entries.map((entry) => `export * from '@headwater/ingest${entry.slice(1)}';`).join('\n'),
  ));
});

describe.each(entries)('%s', (entry) => {
  test('contains no module of Node.js, nothing of the framework but its shared files, and declared packages alone', async () => {
    const { inputs } = await bundle(`export * from '@headwater/ingest${entry.slice(1)}';`);
    const paths = Object.keys(inputs).filter((path) => path !== '<stdin>');
    const own = /^lib\/(?:ingest\/|headwater\/shared\/(?:json|query)\/|headwater\/shared\/id-time\.ts$)/;
    const packages = paths.flatMap((path) => {
      const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      return name === undefined ? [] : [name];
    });
    expect(paths.filter((path) => !own.test(path) && !path.startsWith('node_modules/'))).toEqual([]);
    const needed = [...Object.keys(dependencies), 'tldts-core', 'xmlchars'];
    expect([...new Set(packages)].filter((name) => !needed.includes(name))).toEqual([]);
  });
});

test('the README has a row for each entry', () => {
  const readme = readFileSync(join(repository, 'lib/ingest/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `@headwater\/ingest(.*?)` \|/gm)].map(([, entry]) => `.${entry}`);
  expect(rows.toSorted()).toEqual(entries.toSorted());
});

test('each dependency is in a bundle', async () => {
  const { inputs } = await bundle(
    entries.map((entry) => `export * from '@headwater/ingest${entry.slice(1)}';`).join('\n'),
  );
  const isUsed = (name: string) =>
    Object.keys(inputs).some((path) => path.startsWith(`node_modules/${name}/`));
  expect(Object.keys(dependencies).filter((name) => !isUsed(name))).toEqual([]);
});

test('runs the examples of all types as Node.js does', async () => {
  const examples = documentedTypes.flatMap(({ type, examples: own }) =>
    own.map(({ configuration, input }) => ({ steps: [{ type, ...configuration }], input })),
  );
  const expected = documentedTypes.flatMap(({ examples: own }) =>
    own.map(({ output, outputs, failure }) => {
      if (failure) return { status: 'error', code: failure };
      if (outputs) return { status: 'unnested', documents: outputs };
      return output ? { status: 'success', document: output } : { status: 'dropped' };
    }),
  );
  expect(expected.length).toBeGreaterThan(80);
  const run = `async () => {
    const results = [];
    for (const { steps, input } of JSON.parse(examples)) {
      await ingest.loadTypes(steps);
      const { pipeline } = ingest.compilePipeline(steps);
      const [{ status, document, failure, parts }] = ingest.runPipeline(pipeline, [input]);
      const documents = parts?.map((part) => part.document);
      results.push({ status, document, documents, code: failure?.code });
    }
    return results;
  }`;
  expect(await evaluate(run, { examples: JSON.stringify(examples) })).toEqual(
    expected.map((one) => JSON.parse(JSON.stringify(one))),
  );
});

test('finds addresses in a database that it is given', async () => {
  const file = readFileSync(join(import.meta.dirname, 'geoip/GeoLite2-City-Test.mmdb'));
  const run = `async () => {
    const steps = [{ type: 'geoip', field: 'ip', properties: ['city_name'] }];
    await ingest.loadTypes(steps, { databases: { read: async () => new Uint8Array(file) } });
    const [{ document }] = ingest.runPipeline(ingest.compilePipeline(steps).pipeline, [{ ip: '81.2.69.142' }]);
    return document;
  }`;
  expect(await evaluate(run, { file: [...file] })).toEqual({
    ip: '81.2.69.142',
    geoip: { city_name: 'London' },
  });
});

test('reads records, matches conditions, evaluates expressions and suggests a source', async () => {
  const run = `async () => {
    const damaged = { mediaType: 'text/plain', content: 'caf\\u00c3\\u00a9\\n\\u00ff', damage: 'bytes' };
    const records = ingest.readRecords(damaged, { format: 'text', limit: 9 });
    const error = (call) => { try { call(); } catch ({ code, message, offset, place }) { return { code, message, offset, place }; } };
    const lines = '127.0.0.1 - - [17/May/2015:08:05:32 +0000] "GET /a HTTP/1.1" 200 5\\n'.repeat(3);
    const { best } = ingest.suggest({ text: lines }, await ingest.suggestionEngine());
    return {
      records: records.map((record) => (ingest.isReadable(record) ? record : record.sent)),
      malformed: error(() => ingest.requireReadable(records)),
      json: error(() => ingest.readRecords({ mediaType: 'application/json', content: '[1' }, { format: 'json', limit: 9 })),
      matches: ingest.compileQuery('status:>=500').matches({ status: 503 }, 0),
      query: error(() => ingest.compileQuery('status:[1 TO')),
      value: ingest.compileExpression('bytes * 8').evaluate({ bytes: 2 }, { now: 0, maxSize: 1e6 }),
      expression: error(() => ingest.compileExpression('bytes *')),
      steps: best.source.preprocessors[0].type,
    };
  }`;
  expect(await evaluate(run)).toEqual({
    records: [{ message: 'café' }, { raw: '/w==', raw_encoding: 'base64' }],
    malformed: { code: 'malformed_record', message: 'Line 2 is not UTF-8.', place: { line: 2 } },
    json: {
      code: 'invalid_json',
      message: 'The body is not JSON: cut off at line 1, column 3.',
      place: { line: 1, column: 3 },
    },
    matches: true,
    query: { message: 'Expected a value or * alone at 12.', offset: 12 },
    value: 16,
    expression: { message: 'Expected a field, a number, a text or a function at 7.', offset: 7 },
    steps: 'access_log',
  });
});
