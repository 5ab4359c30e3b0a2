/** A browser cannot interrupt a script: who starts the worker ends it when a record takes too long (`client/engine-client.ts`). */
export class Script {
  readonly #run: () => void;

  /** @param source Calls the function that the engine keeps for it. */
  constructor(source: string) {
    const name = /Symbol\.for\("([^"]+)"\)/.exec(source)?.[1];
    this.#run = () => (globalThis as { [key: symbol]: (() => void) | undefined })[Symbol.for(name ?? '')]?.();
  }

  runInThisContext(): void {
    this.#run();
  }
}
