/** The models of preprocessors in descriptors/source.json come from the tables of the types. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { preprocessorModels, replaceModels, stepModel } from '../../lib/ingest/models/preprocessor-models.ts';

const models = preprocessorModels(documentedTypes);
const text = readFileSync(new URL('../../descriptors/source.json', import.meta.url), 'utf8');

test('the descriptor has what the tables say; otherwise run `npm run models`', () => {
  expect(text).toBe(replaceModels(text, models));
});

test('each type has a model, and each of its options a property with a description', () => {
  expect(Object.keys(models)).toEqual([stepModel, ...documentedTypes.map(({ type }) => type)]);
  for (const { type, options } of documentedTypes) {
    const properties = models[type]?.['properties'] as Record<string, { description: string }>;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(options)));
    for (const { description } of Object.values(properties)) expect(description).toMatch(/^\S.*[^.]$/);
  }
});

describe('the text of a descriptor', () => {
  const [first, second] = documentedTypes;
  const some = preprocessorModels([first, second].filter((type) => type !== undefined));
  const withSome = replaceModels(text, some);

  test('keeps everything else, and the order of its models', () => {
    const before = JSON.parse(text);
    const after = JSON.parse(withSome);
    expect(Object.keys(after.models)).toEqual(
      Object.keys(before.models).filter((id) => id in some || !(id in models)),
    );
    expect({ ...after, models: undefined }).toEqual({ ...before, models: undefined });
    expect(replaceModels(withSome, models)).toBe(text);
  });

  test('gets models where it has none of them', () => {
    const bare = '{ "models": { "A": { "id": "A" } } }\n';
    expect(JSON.parse(replaceModels(bare, some)).models).toEqual({ A: { id: 'A' }, ...some });
    expect(() => replaceModels('{}', some)).toThrow('no models');
  });
});
