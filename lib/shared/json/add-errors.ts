/** The errors of a value with those of a part of it. ajv copies all of them for each part, which takes n² time. */
export function addErrors<SchemaError>(errors: SchemaError[] | null, ofPart: SchemaError[]): SchemaError[] {
  if (!errors) return ofPart;
  for (const error of ofPart) errors.push(error);
  return errors;
}
