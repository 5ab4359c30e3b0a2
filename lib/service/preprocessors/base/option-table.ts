/** All options of a type. */

import { eachOption, stepOptions } from './common-options.ts';
import type { OptionDefinition, OptionTable, PreprocessorType } from './definition.ts';

/** Those of every step included. */
export function optionTableOf(type: PreprocessorType): OptionTable {
  const each: Readonly<Record<string, OptionDefinition>> = type.allowsEach ? { each: eachOption } : {};
  return { ...type.options, ...each, ...stepOptions };
}
