import type { FunctionTemplate } from './check-access.ts';
import type { Provider } from './child-stack.ts';
import type { TableNames } from './outside-table.ts';
import type { SelectableFunction } from './select-functions.ts';

/** The parts of the framework that the plugins use. It has no typings. */
export interface Serverless {
  readonly serviceDir: string;
  readonly processedInput: {
    readonly commands: readonly string[];
    readonly options: { readonly param?: string | readonly string[] };
  };
  readonly service: {
    service: string;
    readonly serviceObject: { name: string };
    functions: Record<string, DeployedFunction>;
    layers: object;
    provider: Provider & { readonly compiledCloudFormationTemplate?: FunctionTemplate };
    resources?: { readonly Outputs?: object; readonly Resources?: object };
    readonly custom?: TableNames & { readonly when?: Readonly<Record<string, unknown>> };
  };
  readonly configSchemaHandler: { defineFunctionProperties(provider: 'aws', schema: object): void };
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  getProvider(name: 'aws'): { getStage(): string };
}

export interface DeployedFunction extends SelectableFunction {
  readonly events?: readonly object[];
  name?: string;
  description?: string;
  role?: string;
  readonly disableLogs?: boolean;
}
