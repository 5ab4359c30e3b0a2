/** The databases of a stage: files of a folder, whose damage is in the log. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePipeline, runPipeline } from '@headwater/ingest';
import { expect, test, vi } from 'vitest';
import { loadSteps } from '../../../lib/service/pipelines/load-steps.ts';
import { cleanUp } from '../../support/clean-up.ts';

test('an absent database is ordinary, and one that cannot be read is an error of the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-geoip-'));
  cleanUp(() => rm(folder, { recursive: true }));
  vi.stubEnv('GEOIP_FOLDER', folder);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const tagsWith = async (file: string) => {
    const steps = [{ type: 'geoip', field: 'ip', database_file: file }];
    await loadSteps(steps);
    const compiled = compilePipeline(steps);
    if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
    const [result] = runPipeline(compiled.pipeline, [{ ip: '81.2.69.142' }]);
    return result?.status === 'success' && result.document['tags'];
  };
  expect(await tagsWith('Absent.mmdb')).toEqual(['_geoip_database_unavailable_Absent.mmdb']);
  expect(log).not.toHaveBeenCalled();
  await writeFile(join(folder, 'Damaged.mmdb'), 'no database');
  expect(await tagsWith('Damaged.mmdb')).toEqual(['_geoip_database_unavailable_Damaged.mmdb']);
  const message = 'It cannot be read: it is not a database in the MaxMind DB format';
  const line = { level: 'ERROR', database: 'Damaged.mmdb', message };
  expect(log.mock.calls.map(([text]) => JSON.parse(text))).toEqual([line]);
});
