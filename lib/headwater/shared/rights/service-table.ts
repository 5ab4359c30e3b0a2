/** A module that imports this one uses the table of the service: a function without such a module has rights on its own tables alone. */
export function serviceTableFile(): string {
  return import.meta.filename;
}
