/** The types with what documents say of them: for the command that writes their models, and for tests. */

import type { Documentation } from '../base/definition.ts';
import { preprocessorTypes, type RegisteredType } from './registry.ts';
import { documentations } from './types.table.ts';

export type DocumentedType = RegisteredType & Documentation;

/** In the order of the catalogue. */
export const documentedTypes: readonly DocumentedType[] = preprocessorTypes.map((definition) => ({
  ...definition,
  ...documentations[definition.type],
}));
