/** Keywords of unions and references for ajv, whose own ones take 2^n time for values of n unions within each other, and n² for n errors. */

import { _, type CodeKeywordDefinition, Name, nil } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import { callValidateCode } from 'ajv/dist/vocabularies/code.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { addErrors } from '../../shared/json/add-errors.ts';
import { checkOnce } from '../../shared/json/check-once.ts';

/** esbuild turns the calls into imports. */
const onceCode = _`require("#lib/shared/json/check-once.ts").checkOnce`;
const addCode = _`require("#lib/shared/json/add-errors.ts").addErrors`;

/** Variables in the code of ajv. */
const vErrors = new Name('vErrors');
const errors = new Name('errors');

export function withUnions(ajv: Ajv2020): Ajv2020 {
  for (const keyword of ['anyOf', 'oneOf']) replace(ajv, keyword, reportAlone);
  replace(ajv, '$ref', refer);
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

/** Each value is checked once against each alternative. These errors are not reported, so one stands for all. */
function refer(own: Code): Code {
  return (context, ruleType) => {
    const { gen, it, schema } = context;
    const found = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, schema);
    if (!(found instanceof SchemaEnv)) return own(context, ruleType);
    const check = getValidate(context, found);
    if (it.compositeRule) {
      const once = _`${gen.scopeValue('func', { ref: checkOnce, code: onceCode })}(${check})`;
      context.fail(_`!${callValidateCode(context, once, nil)}`);
      return;
    }
    const add = gen.scopeValue('func', { ref: addErrors, code: addCode });
    context.result(callValidateCode(context, check, nil), undefined, () => {
      gen.assign(vErrors, _`${add}(${vErrors}, ${check}.errors)`);
      gen.assign(errors, _`${vErrors}.length`);
    });
  };
}
