/**
 * OpenAPI documents of random descriptors are valid, have no dangling references, and have examples that satisfy their
 * schemas.
 *
 * @module-tag property
 */

import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../../lib/headwater/compile/build-settings.ts';
import { openApiDocument } from '../../../../../lib/headwater/compile/emit/openapi/document.ts';
import { planService } from '../../../../../lib/headwater/compile/plan/plan-service.ts';
import { isError } from '../../../../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../../../../lib/headwater/compile/source/read-descriptors.ts';
import { amount } from '../../../../support/amount.ts';
import { Documentation, type OpenApiDocument } from '../../../../support/documented.ts';
import { makeProject } from '../../../../support/project.ts';
import { randomDescriptor, randomListing } from '../../../../support/random-descriptors.ts';

const seed = 20261122;
const resources = amount({ few: 6, many: 30, most: 600 });

test('documents of random descriptors', async () => {
  const drawn = Array.from({ length: resources }, (_, index) => {
    const options = { operations: 4, models: 5 };
    return fc.sample(randomDescriptor(index, options), { seed: seed + index, numRuns: 1 });
  }).flat();
  const listing = fc.sample(randomListing(drawn.map(({ resource }) => resource)), { seed, numRuns: 1 })[0];
  const files = Object.fromEntries(drawn.map(({ fileName, text }) => [`descriptors/${fileName}`, text]));
  const project = await makeProject({ 'descriptors/api-docs.json': listing, ...files });
  const { service, diagnostics } = planService(await readDescriptors(project, 'descriptors'));
  expect(diagnostics.filter(isError)).toEqual([]);
  if (!service) throw new Error('There is no plan.');

  const document = openApiDocument(service, defaultSettings) as unknown as OpenApiDocument;
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document), renamed));
  expect({ valid, errors }).toEqual({ valid: true });

  const documentation = new Documentation(document);
  const operations = documentation.operations();
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(resources);
  for (const { operation } of operations) {
    const sent = Object.values(operation.requestBody?.content ?? {});
    const answered = Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content));
    for (const { schema, ...media } of [...sent, ...answered])
      if ('example' in media) documentation.checkValue(schema, media.example, operation.operationId);
  }
});

/** The validator takes each member with such a name for a keyword, in examples and of properties, too. */
function renamed(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isKeyword = ([name, member]: [string, unknown]) =>
    name === '$ref' && typeof member === 'string' && member.startsWith('#/');
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      isKeyword([name, member]) ? name : name.replace(/^\$/, '_'),
      member,
    ]),
  );
}
