/**
 * xml.jsonl has random documents, whole and damaged, and what Python 3 with expat reads of them by the rules of the type:
 * null if the text is not well-formed.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

await loadTypes([{ type: 'xml' }]);

/** The document, or the message of the failure. */
function readXml(text: string, options: DataRecord = {}): unknown {
  const compiled = compilePipeline([{ type: 'xml', field: 'm', target_field: 'm', ...options }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const [result] = runPipeline(compiled.pipeline, [{ m: text }]);
  if (result?.status === 'success') return result.document['m'];
  return result?.status === 'error' ? result.failure.message : undefined;
}

const lines = readFileSync(new URL('xml.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const cases: readonly { text: string; want: DataRecord | null }[] = lines.map((line) => JSON.parse(line));

test(`reads ${cases.length} documents as expat does`, () => {
  expect(cases.filter(({ want }) => want === null).length).toBeGreaterThan(30);
  for (const { text, want } of cases)
    expect(readXml(text), text).toEqual(want ?? expect.stringContaining('m is not well-formed XML: '));
});

test.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'has a document type declaration'],
  ['entities in entities', `<!DOCTYPE a [${'<!ENTITY b "&a;&a;">'.repeat(100)}]><a>&b;</a>`, 'document type'],
  [
    'an entity of another file',
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    'has a document type declaration',
  ],
  ['an unknown entity', '<a>&nbsp;</a>', 'is not well-formed XML: 1:9: undefined entity'],
  ['51 levels', '<a>'.repeat(51) + '</a>'.repeat(51), 'has elements more than 50 deep'],
  ['many elements', `<a>${'<b/>'.repeat(20_000)}</a>`, 'has more than 20000 elements and attributes'],
  [
    'many attributes',
    `<a ${Array.from({ length: 20_001 }, (_, at) => `a${at}=""`).join(' ')}/>`,
    'has more than',
  ],
])('%s is refused', (_name, text, message) => {
  expect(readXml(text)).toEqual(expect.stringContaining(message));
});

test.each([
  ['force_array', { force_array: true }, { 's:a': [{ 'xmlns:s': 'u', 's:B': ['1'] }] }],
  ['remove_namespaces', { remove_namespaces: true }, { a: { B: '1' } }],
  ['to_lower', { to_lower: true }, { 's:a': { 'xmlns:s': 'u', 's:b': '1' } }],
])('%s', (_name, options, want) => {
  expect(readXml('\n<s:a xmlns:s="u"><s:B>1</s:B></s:a>\n', options)).toEqual(want);
});
