/**
 * test/headwater/compile/invalid/<code>/ holds the smallest project with that diagnostic and the
 * complete report of its build, or in foreign/ a folder of foreign descriptors
 * and the report of `headwater check`.
 */

import { existsSync, readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../../lib/headwater/compile/bundle/known-files.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import {
  describeDiagnostic,
  diagnosticCodes,
  isError,
  sortDiagnostics,
} from '../../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import { readForeignDescriptors } from '../../../lib/headwater/tools/import/foreign/read-foreign-descriptors.ts';
import { makeProject } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const folder = join(repository, 'test/headwater/compile/invalid');
const codes = readdirSync(folder);

test('the examples are exactly those of all codes', () => {
  expect(codes.toSorted()).toEqual(diagnosticCodes.toSorted());
});

const has = (code: string, part: string) => existsSync(join(folder, code, part));
const isForeign = (code: string) => has(code, 'foreign');
/** A warning about descriptors: planning reports it, so `npm test` skips the build, which takes a second. */
const isWarning = (code: string) =>
  code.startsWith('W-') &&
  code !== 'W-HANDLER' &&
  !isForeign(code) &&
  !has(code, 'headwater.config.ts') &&
  !has(code, 'serverless.yml');

async function readExample(code: string) {
  return isForeign(code)
    ? readForeignDescriptors({ folder: join(folder, code, 'foreign') })
    : readDescriptors(join(folder, code), 'descriptors');
}

describe.each(codes.filter((code) => isForeign(code) || isWarning(code)))('%s', (code) => {
  test('is reported in full', async () => {
    const { diagnostics } = planService(await readExample(code));
    const report = `${sortDiagnostics(diagnostics).map(describeDiagnostic).join('\n\n')}\n`;
    await expect(report).toMatchFileSnapshot(join(folder, code, 'expected.txt'));
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });
});

describe.each(codes.filter((code) => !isForeign(code)))('%s', (code) => {
  const tags = isWarning(code) ? ['descriptors'] : [];
  test('is reported in full by a build, which writes nothing that runs if it is an error', {
    tags,
  }, async () => {
    const project = await makeProject({});
    for (const part of ['descriptors', 'handlers', 'headwater.config.ts', 'serverless.yml']) {
      await cp(join(folder, code, part), join(project, part), { recursive: true }).catch(() => undefined);
    }
    const { diagnostics } = await build(project);
    const report = `${diagnostics.map(describeDiagnostic).join('\n\n')}\n`;
    await expect(report).toMatchFileSnapshot(join(folder, code, 'expected.txt'));
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    const written = await listFiles(join(project, '.generated'));
    const runs = written.filter(
      (path) => !/^(?:types|models|aws)\/|^(?:aws|claims|client|problems)\.ts$/.test(path),
    );
    expect(runs.length > 0).toBe(!diagnostics.some(isError));
  });
});
