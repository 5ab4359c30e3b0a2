/** The keyword `multipleOf` for ajv. Its own one divides binary fractions, so 0.3 would not be a multiple of 0.1. */

import { _, type CodeKeywordDefinition } from 'ajv';
import { isMultipleOf } from '../../shared/json/multiple-of.ts';

/** esbuild turns the call into an import. */
const code = _`require("#lib/shared/json/multiple-of.ts").isMultipleOf`;

export const multipleOfKeyword: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must be a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  code(context) {
    const isMultiple = context.gen.scopeValue('func', { ref: isMultipleOf, code });
    context.fail(_`!${isMultiple}(${context.data}, ${context.schemaCode})`);
  },
};
