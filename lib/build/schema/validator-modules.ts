import type { JsonSchema } from './json-schema.ts';
import { compileInParts, type ValidatorParts } from './validator-parts.ts';

const maxModules = 1_000;

/**
 * Compiled schemas, kept by the schema: with many operations, a change of one
 * line concerns a few of them.
 */
export class ValidatorModules {
  readonly #modules = new Map<string, ValidatorParts>();

  /** As `compileInParts`. */
  compile(schema: JsonSchema): ValidatorParts {
    const key = JSON.stringify(schema);
    const parts = this.#modules.get(key) ?? compileInParts(schema);
    // The module used last comes last.
    this.#modules.delete(key);
    this.#modules.set(key, parts);
    const [oldest] = this.#modules.keys();
    if (this.#modules.size > maxModules && oldest !== undefined) this.#modules.delete(oldest);
    return parts;
  }
}
