/** Which functions carry the engine of preprocessors, by esbuild's metafile. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';

const { outputs }: Metafile = JSON.parse(
  await readFile(join(repository, '.generated/metafile.json'), 'utf8'),
);

/** The functions whose bundle has at least a byte of a module. */
function functionsWith(module: string): string[] {
  return Object.entries(outputs)
    .filter(([, { inputs }]) =>
      Object.entries(inputs).some(([path, { bytesInOutput }]) => path.endsWith(module) && bytesInOutput > 0),
    )
    .map(([path]) => path.split('/').at(-2) ?? path)
    .toSorted();
}

test('only functions that try a source out run its preprocessors', () => {
  const trying = functionsWith('lib/service/samples/run-sample.ts');
  const operations = ['createMappingPreview', 'discoverFields', 'getMappingPreview', 'listFields', 'suggest'];
  // The consumer that delivers to sinks makes an index template of the sample.
  const delivering = 'lib~service~streams~sink~sample-template';
  expect(trying).toEqual([delivering, 'preprocessor-preview', ...operations.map((name) => `source-${name}`)]);
  const running = [...functionsWith('lib/ingest/engine/run.ts'), ...functionsWith('engine/trace.ts')];
  expect(running.filter((name) => name.startsWith('source-') && !trying.includes(name))).toEqual([]);
});

test('a sample is stored and read without the engine', () => {
  const samples = ['getSample', 'putSample', 'removeSample', 'remove'].map((name) => `source-${name}`);
  expect(functionsWith('lib/service/samples/sample-items.ts')).toEqual(expect.arrayContaining(samples));
  for (const module of ['engine/compile.ts', 'fields/discover-fields.ts', 'text/client-table.json'])
    expect(functionsWith(module).filter((name) => samples.includes(name))).toEqual([]);
});
