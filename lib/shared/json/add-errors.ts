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

interface Check {
  (value: unknown, context: { readonly instancePath: string }): boolean;
  errors?: object[] | null;
}

/** Checks a member of an object, if it is there. */
export function checkMember(
  errors: object[] | null,
  object: Readonly<Record<string, unknown>>,
  name: string,
  check: Check,
  instancePath: string,
): object[] | null {
  if (!Object.hasOwn(object, name) || object[name] === undefined) return errors;
  return check(object[name], { instancePath }) ? errors : addErrors(errors, check.errors ?? []);
}
