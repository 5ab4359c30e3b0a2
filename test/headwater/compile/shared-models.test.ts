/** Models of sibling declarations: own file first; two that differ are an error. */

import { describe, expect, test } from 'vitest';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import type { Diagnostic } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { parseDescriptor } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import type { ServicePlan } from '../../../lib/headwater/shared/plan/service-plan.ts';

type Models = Readonly<Record<string, object>>;

/** A service of declarations with these models; the first has an operation that returns `type`. */
function planOf(type: string, models: Readonly<Record<string, Models>>) {
  const fileOf = (name: string, value: unknown) => {
    const { file } = parseDescriptor(`${name}.json`, JSON.stringify(value));
    return file ?? expect.fail(`${name} is not JSON`);
  };
  const operation = { method: 'GET', nickname: 'read', type };
  const files = Object.entries(models).map(([name, own], index) => {
    const apis = index === 0 ? [{ path: `/${name}`, operations: [operation] }] : [];
    return [name, fileOf(name, { basePath: '/v1', resourcePath: `/${name}`, apis, models: own })] as const;
  });
  return planService({ listing: fileOf('api-docs', {}), resources: new Map(files), diagnostics: [] });
}

const codesOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, file }) => `${code} ${file}`);
const modelsOf = (service: ServicePlan | undefined) => {
  const [first] = service?.resources ?? [];
  return (
    first &&
    [...first.models.values()].map(({ id, schema }) =>
      [id, ...Object.keys(schema.properties ?? {})].join(' '),
    )
  );
};
const text = (name: string) => ({ properties: { [name]: { type: 'string' } } });
const part = (ref: string) => ({ properties: { part: { $ref: ref } } });

describe('a model of a sibling', () => {
  test('is used, with the models that it refers to', () => {
    const { service, diagnostics } = planOf('Pet', {
      a: {},
      b: { Pet: part('Owner'), Owner: part('Pet'), Other: text('x') },
    });
    expect(diagnostics).toEqual([]);
    expect(modelsOf(service)).toEqual(['Pet part', 'Owner part']);
  });

  test('is not used if the file has one of this name', () => {
    const { service, diagnostics } = planOf('Pet', { a: { Pet: text('own') }, b: { Pet: text('other') } });
    expect(diagnostics).toEqual([]);
    expect(modelsOf(service)).toEqual(['Pet own']);
  });

  test('brings the models above it, whose properties it has', () => {
    const animal = { ...text('kind'), discriminator: 'kind', subTypes: ['Cat', 'Dog'] };
    const { service, diagnostics } = planOf('Cat', {
      a: {},
      b: { Animal: animal, Cat: text('claws'), Dog: text('tail') },
    });
    expect(diagnostics).toEqual([]);
    expect(modelsOf(service)?.toSorted()).toEqual(['Animal kind', 'Cat kind claws', 'Dog kind tail']);
  });

  test('may be declared several times, if all are the same', () => {
    const same = { Pet: part('Owner'), Owner: text('name') };
    const { service, diagnostics } = planOf('List[Pet]', { a: {}, b: same, c: same });
    expect(diagnostics).toEqual([]);
    expect(modelsOf(service)).toEqual(['Pet part', 'Owner name']);
  });

  test('may be one of many that refer to each other, in several files', () => {
    const names = Array.from({ length: 300 }, (_, index) => `Model${index}`);
    const chain = Object.fromEntries(
      names.map((name, index) => [name, { ...part(names[(index + 1) % 300] ?? ''), subTypes: [] }]),
    );
    const own = Object.fromEntries(names.map((name) => [`Own${name}`, part(name)]));
    const { service } = planOf('OwnModel0', { a: own, b: chain, c: chain });
    expect(modelsOf(service)?.length).toBe(600);
  });

  const differing: readonly [what: string, models: Readonly<Record<string, Models>>][] = [
    ['two differ', { a: {}, b: { Pet: text('one') }, c: { Pet: text('other') } }],
    [
      'what two refer to differs',
      {
        a: {},
        b: { Pet: part('Owner'), Owner: text('one') },
        c: { Pet: part('Owner'), Owner: text('other') },
      },
    ],
    [
      'what it refers to differs from a model of the file',
      { a: { Owner: text('own') }, b: { Pet: part('Owner'), Owner: text('other') } },
    ],
    [
      'only one of two has a parent',
      { a: {}, b: { Pet: text('x') }, c: { Pet: text('x'), Animal: { ...text('y'), subTypes: ['Pet'] } } },
    ],
  ];
  test.each(differing)('is refused if %s', (_what, models) => {
    const { service, diagnostics } = planOf('Pet', models);
    expect(service).toBeUndefined();
    expect(codesOf(diagnostics.filter(({ code }) => code.startsWith('E-')))).toContainEqual(
      expect.stringMatching(/^E-MODEL /),
    );
  });

  test('with nearly this name is meant by a misspelt word', () => {
    const { diagnostics } = planOf('Pett', { a: {}, b: { Pet: text('x') } });
    expect(diagnostics.map(({ code, accepted }) => [code, accepted])).toEqual([
      ['E-MODEL', '"Pet", the nearest name'],
    ]);
  });

  test.each<[name: string, nearest: string | undefined]>([
    ['Pet', undefined],
    ['pet', undefined],
    ['Data', undefined],
    ['Lint', undefined],
    ['Subject', undefined],
    ['Strin', 'string'],
    ['integr', 'integer'],
    ['lng', 'long'],
    ['Order', 'Orders'],
  ])('the nearest name of %s is %s', (name, nearest) => {
    const { diagnostics } = planOf(name, { a: {}, b: { Orders: text('x') } });
    const { code, accepted } = diagnostics.find(({ found }) => found.startsWith('the unknown type')) ?? {};
    expect([code, accepted]).toEqual(
      nearest === undefined
        ? ['W-MODEL', expect.stringContaining('is assumed')]
        : ['E-MODEL', `"${nearest}", the nearest name`],
    );
  });
});
