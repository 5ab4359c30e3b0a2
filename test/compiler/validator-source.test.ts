/** The source of a validator has no paths into its schema, and keeps every text of the descriptor. */

import { expect, test } from 'vitest';
import { compileToModule } from '../../lib/build/schema/compile-schema.ts';

const texts = [
  'schemaPath:',
  ',schemaPath:"x"',
  '{instancePath,schemaPath:"#/type",keyword:"type"}',
  '",schemaPath:"',
  '\\",schemaPath:"',
  "',schemaPath:'",
  '\u2028,schemaPath:"',
];

test.each(texts)('%j', async (text) => {
  const schema = { type: 'object', properties: { [text]: { enum: [text, 'b'] } } };
  const source = compileToModule(schema, { isVerbose: true });
  const { validate } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  expect(validate({ [text]: text })).toBe(true);
  expect(validate({ [text]: 'c' })).toBe(false);
  const [error] = validate.errors;
  expect(error.params).toEqual({ allowedValues: [text, 'b'] });
  expect(Object.keys(error)).toEqual([
    ...['instancePath', 'keyword', 'params', 'schema', 'parentSchema', 'data'],
  ]);
});
