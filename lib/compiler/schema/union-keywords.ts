/** The keywords of unions for ajv, whose own ones take 2^n time for values of n unions within each other, and as many errors. */

import { _, type CodeKeywordDefinition, nil } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import { callValidateCode } from 'ajv/dist/vocabularies/code.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { checkOnce } from '../../json/check-once.ts';

/** esbuild turns the call into an import. */
const code = _`require("#lib/json/check-once.ts").checkOnce`;

export function withUnions(ajv: Ajv2020): Ajv2020 {
  for (const keyword of ['anyOf', 'oneOf']) replace(ajv, keyword, reportAlone);
  replace(ajv, '$ref', referOnce);
  return ajv;
}

type Code = CodeKeywordDefinition['code'];

function replace(ajv: Ajv2020, keyword: string, change: (own: Code) => Code): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition !== 'object' || !('code' in definition)) throw new Error(`ajv has no ${keyword}.`);
  const own = definition.code;
  ajv.removeKeyword(keyword).addKeyword({ ...definition, keyword, code: change(own) });
}

/** For a value that is of no type of a union, what each of them says is not of interest. */
function reportAlone(own: Code): Code {
  return (context, ruleType) => {
    const report = context.error.bind(context);
    context.error = (...error) => {
      context.reset();
      report(...error);
    };
    own(context, ruleType);
  };
}

/** An alternative, or what is within one, is checked once for each value. Its errors are not reported, so one stands for all. */
function referOnce(own: Code): Code {
  return (context, ruleType) => {
    const { gen, it, schema } = context;
    const { root } = it.schemaEnv;
    const found = it.compositeRule ? resolveRef.call(it.self, root, it.baseId, schema) : undefined;
    if (!(found instanceof SchemaEnv)) return own(context, ruleType);
    const once = gen.scopeValue('func', { ref: checkOnce, code });
    const check = _`${once}(${getValidate(context, found)})`;
    context.fail(_`!${callValidateCode(context, check, nil)}`);
  };
}
