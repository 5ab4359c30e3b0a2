/** Handler types for every descriptor feature: a handler of the wrong type does not build. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { makeProject } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';

const golden = join(repository, 'test/headwater/compile/golden/features/descriptors');
const nicknames = [
  ...(['list', 'create', 'remove', 'upload', 'annotate', 'adopt'] as const),
  ...(['sweep', 'publish', 'follow'] as const),
];
type Handlers = Readonly<Record<(typeof nicknames)[number], string>>;

/** Builds a project with these handler expressions. @returns the diagnostics of each refused handler. */
async function refusals(handlers: Handlers): Promise<Record<string, string>> {
  const project = await makeProject({
    'descriptors/api-docs.json': await readFile(join(golden, 'api-docs.json'), 'utf8'),
    'descriptors/thing.json': await readFile(join(golden, 'thing.json'), 'utf8'),
    ...Object.fromEntries(
      nicknames.map((nickname) => [
        `handlers/thing/${nickname}.ts`,
        `import type { Handle } from '#generated/types/thing/${nickname}.ts';
export const handle: Handle = ${handlers[nickname]};`,
      ]),
    ),
  });
  const { diagnostics } = await build(project);
  return Object.fromEntries(
    diagnostics
      .filter(isError)
      .map(({ file, found }) => [file.replace(/^handlers\/thing\/|\.ts$/g, ''), found]),
  );
}

test('declared members can be used as declared', { tags: ['descriptors'] }, async () => {
  expect(
    await refusals({
      list: `({ ids, kind, ratio, either, options }) => {
        const [first] = ids ?? [];
        const text: string | number | boolean | undefined = either?.[0];
        const half: number = ratio;
        const deep: unknown = options['deep'];
        const isAny = kind === "it's" && first === half && text === deep;
        return { 1: () => isAny ? [] : [{ name: '', colour: 'red', place: {} }], 2: () => ({}), 10: () => [kind ?? ''] };
      }`,
      create: `(_input, { weight, ...thing }) => ({ ...thing, size: typeof weight === 'number' ? weight : 0 })`,
      remove: '() => undefined',
      upload: `(input, { photo, copies, tags }) => {
        const size: number = photo.content.byteLength + copies + input['thing-id'];
        return { kind: 'Dog', name: tags?.[0] ?? input.path ?? photo.filename, owner: { kind: 'Cat', name: '', lives: size } };
      }`,
      annotate: '(_input, { note }) => void note.trim()',
      adopt: `(_input, { animal, counts }) => {
        if (animal.kind === 'Puppy') return [{ ...animal, weeks: animal.weeks + (counts?.['any'] ?? 0) }];
        return animal.kind === 'Cat' && animal.lives === 9 ? [] : [animal];
      }`,
      sweep: `async ({ functionId, requestId, traceparent, lambda, signal }) => {
        const text: string = functionId + requestId + traceparent;
        const time: number = lambda.getRemainingTimeInMillis();
        signal.throwIfAborted();
        if (text.length > time) throw new Error(text);
      }`,
      publish: '() => undefined',
      follow: `({ pk, sk }, { functionId }) => {
        const text: string = pk + sk + functionId;
        if (text === '') throw new Error('no text');
      }`,
    }),
  ).toEqual({});
});

const wrong: readonly [name: string, handlers: Handlers, found: Readonly<Record<string, RegExp>>][] = [
  [
    'an optional value, a value of another type, and a value that is not allowed',
    {
      list: `({ ids }) => ({ 1: () => (ids.length > 0 ? [] : []), 2: () => ({}), 10: () => [] })`,
      create: `() => ({ name: '', colour: 'green', place: {} })`,
      remove: '() => 1',
      upload: `(_input, { photo }) => ({ kind: 'Cat', name: photo.trim() })`,
      annotate: `(_input, { note }) => void note.toFixed()`,
      adopt: `(_input, { animal }) => [{ ...animal, weeks: animal.weeks }]`,
      sweep: '(_input, context) => console.info(context)',
      publish: '() => 1',
      follow: '({ pk }) => void pk.toFixed()',
    },
    {
      list: /'ids' is possibly 'undefined'/,
      create: /"green"/,
      remove: /number/,
      upload: /'trim' does not exist/,
      annotate: /'toFixed' does not exist/,
      adopt: /'weeks' does not exist/,
      sweep: /implicitly has an 'any' type/,
      publish: /number/,
      follow: /'toFixed' does not exist/,
    },
  ],
  [
    'a version, a union, a sub type, a closed model and a typed member',
    {
      list: `() => ({ 1: () => [], 2: () => [], 10: () => [] })`,
      create: `(_input, { weight }) => ({ name: '', colour: 'red', place: {}, size: weight })`,
      remove: `({ id }) => void id.trim()`,
      upload: `() => ({ kind: 'Fish', name: '' })`,
      annotate: `(_input, { nota }) => void nota`,
      adopt: `(_input, { counts }) => [{ kind: 'Cat', name: counts?.['any'] ?? '' }]`,
      sweep: '({ owner }) => console.info(owner)',
      publish: `async () => 'done'`,
      follow: '({ kind }) => console.info(kind)',
    },
    {
      list: /Index signature .* is missing in type 'never\[\]'/,
      create: /not assignable/,
      remove: /'trim' does not exist/,
      upload: /"Fish"/,
      annotate: /'nota' does not exist/,
      adopt: /number/,
      sweep: /'owner' does not exist/,
      publish: /string/,
      follow: /'kind' does not exist/,
    },
  ],
];
test.each(wrong)('%s', { tags: ['descriptors'] }, async (_name, handlers, found) => {
  const refused = await refusals(handlers);
  expect(Object.keys(refused).toSorted()).toEqual(nicknames.toSorted());
  for (const nickname of nicknames) expect(refused[nickname]).toMatch(found[nickname] ?? /never/);
});
