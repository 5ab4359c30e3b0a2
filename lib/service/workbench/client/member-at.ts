import { isObject, writeJson } from 'headwater/json';

/** The value at a path of names with dots between them. A name of a record may have dots itself; a list has no names. */
export function memberAt(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? memberAt(value[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value at a path as a table shows it; empty without one. @param most Characters: the rest is cut. */
export function textAt(value: unknown, path: string, most: number): string {
  const found = memberAt(value, path);
  if (found === undefined) return '';
  const text = textOfValue(found);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** A text as it is, any other value as JSON. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}
