/** Finds the types of preprocessors by their names. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import type { OptionTable, PreprocessorType } from '../base/definition.ts';
import { definitions } from './types.table.ts';

export type TypeName = keyof typeof definitions;
export type RegisteredType = PreprocessorType<OptionTable, TypeName>;

/** In the order of the catalogue. */
export const preprocessorTypes: readonly RegisteredType[] = Object.values(definitions);

export function findType(name: string): RegisteredType | undefined {
  return ownMember(definitions, name);
}
