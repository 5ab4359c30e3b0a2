/** A misspelt member is an error, and does not hide the other mistakes of its file: people mend all of them at once. */

import { expect, test } from 'vitest';
import { planDocument } from '../../../support/plan-document.ts';

const id = { name: 'id', in: 'path', required: true };
const description = 'A loan';

/** The model `Wrong` stands last and has another mistake, at `/maxLength`. */
const documents: Readonly<Record<string, object>> = {
  'OpenAPI 3.1': {
    openapi: '3.1.0',
    info: { title: 'Loans', version: '1' },
    paths: {
      '/loan/{id}': {
        parameters: [{ ...id, schema: { type: 'string', minLength: 1, maxLength: 9 } }],
        put: {
          operationId: 'replace',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Loan' } } },
          },
          responses: {
            200: {
              description,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Loan' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Loan: {
          type: 'object',
          required: ['reader'],
          properties: { reader: { type: 'string', pattern: '^r' } },
        },
        Wrong: { type: 'string', maxLength: -1 },
      },
    },
  },
  'OpenAPI 3.0': {
    openapi: '3.0.3',
    info: { title: 'Loans', version: '1' },
    paths: {
      '/loan': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string', nullable: true, pattern: '^q' } }],
          responses: {
            200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    },
    components: { schemas: { Wrong: { type: 'string', maxLength: -1 } } },
  },
  'Swagger 2.0': {
    swagger: '2.0',
    info: { title: 'Loans', version: '1' },
    paths: {
      '/loan/{id}': {
        put: {
          operationId: 'replace',
          parameters: [
            { ...id, type: 'string', minLength: 1 },
            { name: 'loan', in: 'body', schema: { $ref: '#/definitions/Loan' } },
          ],
          responses: { 200: { description, schema: { $ref: '#/definitions/Loan' } } },
        },
      },
    },
    definitions: {
      Loan: { type: 'object', properties: { reader: { type: 'string', pattern: '^r' } } },
      Wrong: { type: 'string', maxLength: -1 },
    },
  },
};

/** All copies of a value in which one member has two of its letters swapped, with the pointer of that member. */
function* withSwappedLetters(value: unknown, place = ''): Generator<{ copy: unknown; pointer: string }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const at = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    for (const { copy, pointer } of withSwappedLetters(part, at))
      yield {
        copy: Array.isArray(value) ? value.with(Number(name), copy) : { ...value, [name]: copy },
        pointer,
      };
    if (Array.isArray(value) || name.length < 5 || !/^[a-zA-Z]+$/.test(name)) continue;
    const misspelt = name.replace(/(.)(.)$/, '$2$1');
    const members = Object.entries(value).map(
      ([key, each]) => [key === name ? misspelt : key, each] as const,
    );
    yield { copy: Object.fromEntries(members), pointer: `${place}/${misspelt}` };
  }
}

test.each(Object.keys(documents))('%s: a misspelt member hides no other mistake', (dialect) => {
  const base = documents[dialect] as object;
  const other = ({ code, pointer }: { code: string; pointer: string }) =>
    code === 'E-LIMIT' && pointer.endsWith('/Wrong/maxLength');
  expect(planDocument(base).diagnostics.filter(other)).toHaveLength(1);

  const found = [...withSwappedLetters(base)].flatMap(({ copy, pointer }) => {
    const { diagnostics } = planDocument(copy as object);
    const isMisspelt = diagnostics.some((each) => each.code === 'E-KEY' && each.pointer === pointer);
    return isMisspelt ? [{ pointer, isOtherFound: diagnostics.some(other) }] : [];
  });
  expect(found.length).toBeGreaterThan(5);
  // Nobody knows the language of a document without its version. The last one is the other mistake itself.
  const hiding = found.filter(({ isOtherFound }) => !isOtherFound).map(({ pointer }) => pointer);
  expect(hiding).toEqual([
    expect.stringMatching(/^\/(?:openaip|swaggre)$/),
    expect.stringMatching(/\/Wrong\/maxLenght$/),
  ]);
});
