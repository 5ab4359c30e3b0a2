import { isObject } from 'headwater/json';

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
