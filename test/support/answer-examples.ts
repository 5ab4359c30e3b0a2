/** Makes a service of a document, whose handlers return examples, and sends each operation a valid request. */

import { join } from 'node:path';
import { expect } from 'vitest';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { planService } from '../../lib/headwater/compile/plan/plan-service.ts';
import { describeDiagnostic, isError } from '../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../lib/headwater/compile/source/read-descriptors.ts';
import { init } from '../../lib/headwater/tools/import/init.ts';
import { loadFunction } from './emitted-function.ts';
import { exampleRequests } from './example-request.ts';
import { makeProject, writeFiles } from './project.ts';

/** Expects that each function answers as its operation declares. @returns the number of operations. */
export async function answerExamples(name: string, text: string): Promise<number> {
  const project = await makeProject({});
  await writeFiles(project, { [`foreign/${name}`]: text });
  const { exitCode, complaint } = await init({
    path: join(project, 'foreign'),
    fix: false,
    'skip-unsupported': false,
    mock: true,
    into: project,
  });
  expect(exitCode, complaint).toBe(0);
  expect((await build(project)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  const { service } = planService(await readDescriptors(project, 'descriptors'));
  const requests = (await Promise.all((service?.resources ?? []).map(exampleRequests))).flat();
  process.env['ACCESS'] = 'open';
  for (const { plan, ...request } of requests) {
    const call = await loadFunction(project, plan.runtime.id);
    const { status, body } = await call(request);
    expect({ id: plan.runtime.id, request, status, body: status >= 400 ? body : undefined }).toEqual({
      ...{ id: plan.runtime.id, request, status: plan.runtime.successStatus, body: undefined },
    });
  }
  return requests.length;
}
