/**
 * Caches checks of values that may have several types, since each enclosing value of several types would repeat the
 * checks.
 */

interface Check {
  (value: unknown, context: Context): boolean;
  /** The errors of its last call. */
  errors?: readonly unknown[] | null;
  /** The members and items that its last call has seen, if they differ with the value. */
  evaluated?: Seen & { readonly dynamicProps?: boolean; readonly dynamicItems?: boolean };
}

interface Seen {
  props?: unknown;
  items?: unknown;
}

interface Result {
  readonly isValid: boolean;
  readonly seen: Seen;
}

/** The context that the code of ajv passes to each part. */
interface Context {
  readonly instancePath: string;
  /** The same object for all parts of one validation, and different for each validation. */
  readonly dynamicAnchors: object;
}

interface Validation {
  /** The key of the outermost value; the results for another value are of no use. */
  outermost: string;
  depth: number;
  readonly known: Results;
  /** The same for checks whose errors are reported, and for those within alternatives. */
  readonly reported: Results;
  readonly tried: Results;
}

/** The results by check and by the place of the value. */
type Results = Map<Check, Map<string, Result>>;

const validations = new WeakMap<object, Validation>();

/** Wraps a check so that it runs once for each place within a value. */
export function checkOnce(check: Check): Check {
  return (value, context) => {
    const { dynamicAnchors, instancePath } = context;
    const place = placeOf(value, instancePath);
    const validation = validationOf(dynamicAnchors);
    if (validation.depth === 0 && validation.outermost !== instancePath) {
      validation.known.clear();
      validation.outermost = instancePath;
    }
    const places = placesOf(check, validation.known);
    const known = places.get(place);
    if (known) return restored(check, known);
    validation.depth++;
    const isValid = check(value, context);
    validation.depth--;
    places.set(place, { isValid, seen: seenBy(check) });
    return isValid;
  };
}

/**
 * The same for a check whose errors are reported: a second call for the same place says only that there were errors. Several
 * parts of a value that contains itself would otherwise double the checks at each level.
 */
export function checkReporting(check: Check): Check {
  return (value, context) => {
    const { dynamicAnchors, instancePath } = context;
    const place = placeOf(value, instancePath);
    const validation = validationOf(dynamicAnchors);
    // What an alternative reports is lost, so that it is reported again.
    const places = placesOf(check, validation.depth > 0 ? validation.tried : validation.reported);
    const known = places.get(place);
    if (!known) {
      const isValid = check(value, context);
      places.set(place, { isValid, seen: seenBy(check) });
      return isValid;
    }
    if (!known.isValid) check.errors = [{ keyword: '$ref', instancePath, params: {} }];
    return restored(check, known);
  };
}

/** Names that `propertyNames` checks have the path of their object. */
function placeOf(value: unknown, instancePath: string): string {
  return typeof value === 'string' ? `${instancePath}\n${value}` : instancePath;
}

function validationOf(dynamicAnchors: object): Validation {
  const validation = validations.get(dynamicAnchors) ?? {
    outermost: '',
    depth: 0,
    known: new Map(),
    reported: new Map(),
    tried: new Map(),
  };
  validations.set(dynamicAnchors, validation);
  return validation;
}

function placesOf(check: Check, results: Results): Map<string, Result> {
  const places = results.get(check) ?? new Map<string, Result>();
  results.set(check, places);
  return places;
}

function seenBy({ evaluated = {} }: Check): Seen {
  const { dynamicProps, dynamicItems, props, items } = evaluated;
  return { ...(dynamicProps && { props }), ...(dynamicItems && { items }) };
}

function restored({ evaluated }: Check, { isValid, seen }: Result): boolean {
  if (evaluated) Object.assign(evaluated, seen);
  return isValid;
}
