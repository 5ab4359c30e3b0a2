import { compileToModule } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const maxModules = 1_000;

/**
 * Compiled schemas, kept by the schema: with many operations, a change of one
 * line concerns a few of them.
 */
export class ValidatorModules {
  readonly #modules = new Map<string, string>();

  /** As `compileToModule`. */
  compile(schema: JsonSchema): string {
    const key = JSON.stringify(schema);
    const source = this.#modules.get(key) ?? compileToModule(schema);
    // The module used last comes last.
    this.#modules.delete(key);
    this.#modules.set(key, source);
    const [oldest] = this.#modules.keys();
    if (this.#modules.size > maxModules && oldest !== undefined) this.#modules.delete(oldest);
    return source;
  }
}
