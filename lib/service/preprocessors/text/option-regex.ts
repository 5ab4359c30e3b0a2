/** Regular expressions in options: what is wrong with them is told of the option. */

import { InvalidOption } from '../base/definition.ts';
import { InvalidDissect } from './dissect.ts';
import { InvalidRegex } from './regex-classes.ts';

/** Turns what is wrong with a pattern into what is wrong with an option. @throws InvalidOption */
export function withOption<Result>(option: string, compile: () => Result): Result {
  try {
    return compile();
  } catch (cause) {
    if (cause instanceof InvalidRegex || cause instanceof InvalidDissect)
      throw new InvalidOption(option, cause.message);
    throw cause;
  }
}
