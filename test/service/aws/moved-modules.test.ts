/** Rights of functions do not depend on where modules are: a file that is moved or renamed keeps them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { planRoles, type Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { buildUnlessKnown } from '../../../lib/headwater/compile/pipeline.ts';
import type { FunctionPlan } from '../../../lib/headwater/shared/plan/function-plan.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { repository } from '../../support/repository.ts';

let functions: readonly FunctionPlan[];
let metafile: Metafile;
let roles: readonly Role[];

beforeAll(async () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(repository, '.generated', name), 'utf8'));
  [metafile, roles] = await Promise.all([read('metafile.json'), read('roles.json')]);
  functions = (await buildUnlessKnown(repository)).service?.functions ?? [];
});

/** What esbuild reports of the same modules at other paths. */
function movedTo(pathOf: (path: string) => string): Metafile {
  const byPath = <T>(files: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(files).map(([path, file]) => [pathOf(path), file]));
  const inputs = Object.entries(metafile.inputs).map(([path, input]) => {
    const imports = input.imports.map((each) => ({ ...each, path: pathOf(each.path) }));
    return [path, { ...input, imports }] as const;
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => {
    const entryPoint = output.entryPoint === undefined ? {} : { entryPoint: pathOf(output.entryPoint) };
    return [path, { ...output, ...entryPoint, inputs: byPath(output.inputs) }] as const;
  });
  return { inputs: byPath(Object.fromEntries(inputs)), outputs: Object.fromEntries(outputs) };
}

const rolesOf = (moved: Metafile) =>
  planRoles(functions, moved, { projectFolder: repository, isMore: true }).roles;

const ownModules = () => Object.keys(metafile.inputs).filter((path) => /^(?:lib|handlers)\//.test(path));
const isMarker = (path: string) => path.startsWith('lib/headwater/shared/rights/');

test('the roles of the build', () => {
  expect(ownModules().length).toBeGreaterThan(200);
  expect(rolesOf(metafile)).toEqual(roles);
});

test('any of them may lie elsewhere', () => {
  const random = pseudoRandom(20_261);
  for (let run = 0; run < 8; run++) {
    const isMoved = new Set(ownModules().filter((path) => !isMarker(path) && random() < 0.5));
    const found = rolesOf(movedTo((path) => (isMoved.has(path) ? `elsewhere/${path}` : path)));
    expect([run, found]).toEqual([run, roles]);
  }
});

test.each([
  ['in one folder', (path: string) => `a/${path.replaceAll('/', '-')}`],
  ['in a package', (path: string) => `node_modules/headwater/${path.replace(/\.ts$/, '.js')}`],
  ['outside of the project', (path: string) => `../../${path}`],
  ['in the folder of the store', (path: string) => `lib/headwater/data/store/${path.replaceAll('/', '-')}`],
])('all of them may lie %s', (_, pathOf) => {
  const own = new Set(ownModules());
  expect(rolesOf(movedTo((path) => (own.has(path) && !isMarker(path) ? pathOf(path) : path)))).toEqual(roles);
});
