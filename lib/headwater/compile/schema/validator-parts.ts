/** Large validators have two parts: a request loads the second one with the first value that needs it. */

import { isObject, membersOf } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import { reachable } from '../../shared/reachable.ts';
import { compileToModule } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { modelReference, partsOf } from './walk.ts';

/** Sources of modules that export `validate`. */
export interface ValidatorParts {
  readonly main: string;
  /** What `partImport` in `main` stands for. */
  readonly items?: string;
}

/** In characters of source, of which a bundle has about half. A shorter module is not worth another file. */
const longModule = 24_000;

/** A build should not take much longer for it. */
const mostTries = 4;

/** The largest share of the whole that the first part may have: otherwise a second one saves too little. */
const mostLeft = 0.6;

/** As `compileToModule`. The second part has the checks of the items of a list, which may be absent or empty. */
export function compileInParts(schema: JsonSchema): ValidatorParts {
  const whole = { main: compileToModule(schema) };
  const { $defs, definitions } = schema;
  // ajv asks a part which members it has seen.
  if (whole.main.length < longModule || JSON.stringify(schema).includes('"unevaluated')) return whole;
  for (const reference of itemReferences(schema).slice(0, mostTries)) {
    const main = compileToModule(schema, reference);
    if (main.length < mostLeft * whole.main.length)
      return { main, items: compileToModule({ ...omitUndefined({ $defs, definitions }), $ref: reference }) };
  }
  return whole;
}

/** The definitions of items of lists, the nearest to the schema first. */
function itemReferences(schema: JsonSchema): string[] {
  const reached = reachable<Schema>([schema], (each) => {
    const target = modelReference(each);
    const named = target && membersOf(schema[target.isObject ? 'definitions' : '$defs'])[target.id];
    return [...partsOf(each), ...(isObject(named) ? [named] : [])];
  });
  return [...new Set([...reached].flatMap(({ items }) => items?.$ref ?? []))];
}

const maxModules = 1_000;

/**
 * Compiled schemas, kept by the schema: with many operations, a change of one line concerns a few of them.
 */
export class ValidatorModules {
  readonly #modules = new Map<string, ValidatorParts>();

  /** As `compileInParts`. */
  compile(schema: JsonSchema): ValidatorParts {
    const key = JSON.stringify(schema);
    const parts = this.#modules.get(key) ?? compileInParts(schema);
    if (this.#modules.size >= maxModules) this.#modules.clear();
    this.#modules.set(key, parts);
    return parts;
  }
}
