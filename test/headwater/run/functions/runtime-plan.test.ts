/** The whole `plan.runtime` reaches the emitted function, including members unknown to the emitter. */

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../lib/headwater/compile/build-settings.ts';
import { functionEmitters } from '../../../../lib/headwater/compile/emit/wiring/function-sources.ts';
import { functionPath, planPath } from '../../../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { planOperationFunction } from '../../../../lib/headwater/compile/plan/plan-functions.ts';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { castTypes, type OperationPlan } from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

const parameter = (place: string, name: string) => ({ paramType: place, name, type: 'string' });

/** An operation with as many optional runtime members as possible. */
async function richPlan(): Promise<OperationPlan> {
  const operation = {
    httpMethod: 'POST',
    consumes: ['multipart/form-data'],
    deprecated: 'true',
    'x-deprecation': '2026-01-01',
    'x-idempotent': true,
    'x-require-precondition': true,
    'x-cache': 'no-store',
    authorizations: { oauth2: [{ scope: 'thing:write' }], apiKey: [] },
    'x-media-versions': { 2: 'int' },
    parameters: [
      { ...parameter('query', 'q'), defaultValue: 'all' },
      { ...parameter('form', 'photo'), type: 'File' },
    ],
  };
  const project = await makeProject({
    'descriptors/api-docs.json': {
      ...listing,
      'x-media-vendor': 'shop',
      authorizations: { oauth2: { type: 'oauth2' }, apiKey: { type: 'apiKey', passAs: 'header' } },
    },
    'descriptors/thing.json': thing(operation),
  });
  const { service, diagnostics } = planService(await readDescriptors(project, 'descriptors'));
  expect(diagnostics).toEqual([]);
  const [plan] = service ? operationsOf(service) : [];
  if (!plan) throw new Error('no plan');
  return plan;
}

/** Adds a member to every object of the tree. */
function withUnknownMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownMember);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withUnknownMember(member)]);
  return { ...Object.fromEntries(members), addedLater: { of: ['any', 'type'] } };
}

/** The value of `operation` in the plan module that the emitted function imports. */
function emittedOperation(plan: OperationPlan): unknown {
  const files = new Map(functionEmitters.operation(planOperationFunction(plan), defaultSettings));
  const { id } = plan.runtime;
  expect(files.get(functionPath(id))).toContain(`import { operation } from '#generated/${planPath(id)}';`);
  const source = files.get(planPath(id)) ?? '';
  const [, literal] =
    /^export const operation = (.*?) as const satisfies RuntimeOperation;$/ms.exec(source) ?? [];
  return JSON.parse(JSON.stringify(runInNewContext(`(${literal})`)));
}

test('the emitted function holds the whole runtime plan', async () => {
  const plan = await richPlan();
  expect(Object.keys(plan.runtime).toSorted()).toEqual([
    'access',
    'body',
    'cacheControl',
    'fixedHeaders',
    'id',
    'isIdempotent',
    'links',
    'parameters',
    'produces',
    'requiresPrecondition',
    'successStatus',
    'versions',
  ]);
  expect(emittedOperation(plan)).toEqual(plan.runtime);
});

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

test.each([
  ['a form', { mediaTypes: formTypes, fields: [] }],
  [
    'JSON or a text',
    { mediaTypes: ['application/json', 'text/csv'], textTypes: ['text/csv'], hasReadOnly: true },
  ],
] as const)('a function with %s, every other step and every caster has at most 45 lines', async (_, body) => {
  const plan = await richPlan();
  const parameters = [...castTypes, castTypes].map((cast) => ({
    name: `${cast}`,
    place: 'query' as const,
    cast,
    required: false,
    isList: typeof cast !== 'string',
  }));
  const runtime = { ...plan.runtime, parameters, body: { required: true, maxBytes: 1, ...body } };
  const settings = { ...defaultSettings, errorFormatter: 'handlers/format-error.ts' };
  const files = functionEmitters.operation(planOperationFunction({ ...plan, runtime }), settings);
  const source = new Map(files).get(functionPath(plan.runtime.id)) ?? '';
  for (const name of ['castList', 'castUnion', 'tokenOrKeyAuthenticator']) expect(source).toContain(name);
  expect(source.match(/\.use\(/g)).toHaveLength(12);
  expect(source.split('\n').length - 1).toBeLessThanOrEqual(45);
});

test('a member added anywhere in the runtime plan reaches the emitted function', async () => {
  const plan = await richPlan();
  const runtime = withUnknownMember(plan.runtime) as OperationPlan['runtime'];
  const emitted = emittedOperation({ ...plan, runtime });
  expect(emitted).toEqual(runtime);
  expect(JSON.stringify(emitted).match(/addedLater/g)?.length).toBeGreaterThan(8);
});
