import type { SchemaCheck } from './add-errors.ts';

/**
 * A check whose code is loaded with the first value that needs it.
 *
 * @returns a check that throws a promise while its code is not there: whoever waits for it validates again.
 */
export function lazyCheck(load: () => Promise<{ readonly validate: SchemaCheck }>): SchemaCheck {
  let loaded: SchemaCheck | undefined;
  const check: SchemaCheck = (value, context) => {
    if (!loaded)
      throw load().then(({ validate }) => {
        loaded = validate;
      });
    const isValid = loaded(value, context);
    check.errors = loaded.errors ?? null;
    return isValid;
  };
  return check;
}
