/** The source of a validator has no schemas and no paths into them, and keeps every text of the descriptor. */

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { compileToModule } from '../../../lib/headwater/compile/schema/compile-schema.ts';
import { repository } from '../../support/repository.ts';

const texts = [
  'schemaPath:',
  ',schemaPath:"x"',
  '{instancePath,schemaPath:"#/type",keyword:"type"}',
  '",schemaPath:"',
  '\\",schemaPath:"',
  "',schemaPath:'",
  '\u2028,schemaPath:"',
  '",keyword:"enum",params:{},schema:"',
  'schema1.properties',
  'vErrors.push(err0);\n',
  '$& $1',
];

const globals = globalThis as { require?: unknown };

async function validatorOf(schema: Readonly<Record<string, unknown>>) {
  const source = compileToModule(schema);
  globals.require = createRequire(import.meta.url);
  // A module without a file has no names of packages.
  const module = source.replaceAll(
    /from "headwater\/internal\/json\/([\w-]+)"/g,
    `from "${pathToFileURL(repository)}/lib/headwater/shared/json/$1.ts"`,
  );
  const { validate } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  delete globals.require;
  return { source, validate };
}

test.each(texts)('%j', async (text) => {
  const { validate } = await validatorOf({
    type: 'object',
    properties: { [text]: { enum: [text, 'b'] } },
    additionalProperties: false,
  });
  expect(validate({ [text]: text })).toBe(true);
  expect(validate({ [text]: 'c', more: 1 })).toBe(false);
  const path = `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  expect(validate.errors).toEqual([
    {
      instancePath: '',
      keyword: 'additionalProperties',
      params: { additionalProperty: 'more' },
      parentSchema: { properties: { [text]: true } },
    },
    { instancePath: path, keyword: 'enum', params: { allowedValues: [text, 'b'] }, data: 'c' },
  ]);
});

test('a union names its types, a tagged one its tags, and a pattern its message; no other part of the schema is left', async () => {
  const { source, validate } = await validatorOf({
    properties: {
      union: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'boolean' }] },
      tagged: {
        type: 'object',
        discriminator: { propertyName: 'type' },
        required: ['type'],
        oneOf: ['a', 'b'].map((tag) => ({
          properties: { type: { const: tag }, [tag]: { type: 'integer', maximum: 77 } },
        })),
      },
      pattern: { type: 'string', pattern: '^x', 'x-message': 'must begin with x' },
    },
  });
  expect(validate({ union: 1, tagged: { type: 'c' }, pattern: 'y' })).toBe(false);
  expect(validate.errors.map(({ parentSchema }: { parentSchema: unknown }) => parentSchema)).toEqual([
    { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    { oneOf: [{ properties: { type: { const: 'a' } } }, { properties: { type: { const: 'b' } } }] },
    { 'x-message': 'must begin with x' },
  ]);
  expect(validate({ tagged: { type: 'b', b: 78 } })).toBe(false);
  expect(validate.errors).toEqual([
    { instancePath: '/tagged/b', keyword: 'maximum', params: { comparison: '<=', limit: 77 } },
  ]);
  expect(source).not.toMatch(/\bschema\d|const err\d+ = \{i/);
});

test('members of the same type are checked by one function', async () => {
  const field = { type: 'string', maxLength: 3 };
  const names = ['a', '",b', 'toString'];
  const { source, validate } = await validatorOf({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, field])),
  });
  expect(source.match(/"maxLength"/g)).toHaveLength(1);
  expect(validate(JSON.parse('{"a":"abcd","\\",b":"abcd","toString":"abcd","c":"abcd"}'))).toBe(false);
  expect(validate.errors).toEqual(
    names.map((name) => ({ instancePath: `/${name}`, keyword: 'maxLength', params: { limit: 3 } })),
  );
  expect(validate({ a: undefined })).toBe(true);
  expect(validate(Object.create({ a: 'abcd' }))).toBe(true);
});
