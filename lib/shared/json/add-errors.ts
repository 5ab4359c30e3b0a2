/** Appends the errors of a part to the errors of its value. ajv copies all errors for each part, which takes n² time. */
export function addErrors<SchemaError>(errors: SchemaError[] | null, ofPart: SchemaError[]): SchemaError[] {
  if (!errors) return ofPart;
  for (const error of ofPart) errors.push(error);
  return errors;
}
