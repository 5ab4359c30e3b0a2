/** Checks of values that may be of several types: each type of a value within others would be checked again for each of those. */

type Check = (value: unknown, context: Context) => boolean;

/** What the code of ajv hands to each part. */
interface Context {
  readonly instancePath: string;
  /** The same object for all parts of one validation, and for no other. */
  readonly dynamicAnchors: object;
}

interface Validation {
  /** Of the outermost value: what is known of one is of no use for the next. */
  outermost: string;
  depth: number;
  /** By the place of the value. */
  readonly known: Map<Check, Map<string, boolean>>;
}

const validations = new WeakMap<object, Validation>();

/** The check, which is done once for each place within a value. What has no values within it is checked at once. */
export function checkOnce(check: Check): Check {
  return (value, context) => {
    if (typeof value !== 'object' || value === null) return check(value, context);
    const { dynamicAnchors, instancePath } = context;
    const validation = validations.get(dynamicAnchors) ?? { outermost: '', depth: 0, known: new Map() };
    validations.set(dynamicAnchors, validation);
    if (validation.depth === 0 && validation.outermost !== instancePath) {
      validation.known.clear();
      validation.outermost = instancePath;
    }
    const places = validation.known.get(check) ?? new Map<string, boolean>();
    validation.known.set(check, places);
    const known = places.get(instancePath);
    if (known !== undefined) return known;
    validation.depth++;
    const isValid = check(value, context);
    validation.depth--;
    places.set(instancePath, isValid);
    return isValid;
  };
}
