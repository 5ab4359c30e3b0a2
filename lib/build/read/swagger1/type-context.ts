import type { ReadContext } from '../common/read-context.ts';
import type { ModelNames } from './model-names.ts';
import type { SharedModels } from './shared-models.ts';

export interface DeclarationContext extends ReadContext {
  readonly shared: SharedModels;
}

/** Input of every reader of types. */
export interface TypeContext extends DeclarationContext {
  readonly models: ModelNames;
}
