/** What the code of ajv calls to collect errors, where its own code is long or slow. */

/** Appends the errors of a part to the errors of its value. ajv copies all errors for each part, which takes n² time. */
export function addErrors<SchemaError>(errors: SchemaError[] | null, ofPart: SchemaError[]): SchemaError[] {
  if (!errors) return ofPart;
  for (const error of ofPart) errors.push(error);
  return errors;
}

/** @param parts What the message of the error needs beside its parameters. */
export function addError(
  errors: object[] | null,
  instancePath: string,
  keyword: string,
  params: object,
  parts?: object,
): object[] {
  return addErrors(errors, [{ instancePath, keyword, params, ...parts }]);
}

/** A function that ajv has written. */
export interface SchemaCheck {
  (
    value: unknown,
    context: { readonly instancePath: string; readonly dynamicAnchors: object | undefined },
  ): boolean;
  errors?: object[] | null;
}

type Errors = object[] | null;
type Members = Readonly<Record<string, unknown>>;

function hasMember(object: Members, name: string): boolean {
  return object[name] !== undefined && Object.hasOwn(object, name);
}

/** Checks the members that are there, each of which has its name in the path. @param dynamicAnchors See check-once.ts. */
export function checkEach(
  errors: Errors,
  object: Members,
  checks: Readonly<Record<string, SchemaCheck>>,
  path: string,
  dynamicAnchors?: object,
): Errors {
  let all = errors;
  for (const [name, check] of Object.entries(checks)) {
    const context = { instancePath: `${path}/${name}`, dynamicAnchors };
    if (hasMember(object, name) && !check(object[name], context)) all = addErrors(all, check.errors ?? []);
  }
  return all;
}

export function checkRequired(
  errors: Errors,
  object: Members,
  names: readonly string[],
  instancePath: string,
): Errors {
  let all = errors;
  for (const missingProperty of names)
    if (!hasMember(object, missingProperty))
      all = addError(all, instancePath, 'required', { missingProperty });
  return all;
}

/** @param parentSchema The members that the object may have. */
export function checkClosed(
  errors: Errors,
  object: Members,
  parentSchema: { readonly properties: Members },
  instancePath: string,
): Errors {
  const { properties } = parentSchema;
  let all = errors;
  for (const additionalProperty of Object.keys(object))
    if (!Object.hasOwn(properties, additionalProperty))
      all = addError(all, instancePath, 'additionalProperties', { additionalProperty }, { parentSchema });
  return all;
}
