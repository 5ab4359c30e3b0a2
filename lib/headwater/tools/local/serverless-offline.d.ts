/** serverless-offline has no typings. These are the members in use. */
declare module 'serverless-offline/lambda' {
  /** An instance of a function, for one call. */
  export interface LambdaFunction {
    setEvent(event: unknown): void;
    setClientContext(context: unknown): void;
    /** @throws the error of the function, or an error if its time runs out. */
    runHandler(): Promise<unknown>;
  }

  // The package exports it as its default.
  // biome-ignore lint/style/noDefaultExport: see above
  export default class Lambda {
    /** Returns an idle instance, or else a new one, which is a thread. */
    get(functionKey: string): LambdaFunction;
  }
}

declare module 'serverless-offline' {
  /** A plugin of the serverless framework. */
  // The package exports it as its default.
  // biome-ignore lint/style/noDefaultExport: see above
  export default class ServerlessOffline {
    constructor(serverless: unknown, options: unknown, writers: object);
  }
}
