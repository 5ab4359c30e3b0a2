/**
 * The own enumerable members of a thrown value, as plain JSON:
 * a cycle becomes a note, a BigInt its digits. What JSON cannot express is omitted.
 */
export function toPlainMembers(thrown: object): Readonly<Record<string, unknown>> {
  // Most members are plain already: a copy would take longer than their JSON.
  if (!Array.isArray(thrown) && isPlain(thrown, maxDepth)) return thrown as Record<string, unknown>;
  // An object gives an object; the members of an array are its items.
  return { ...(toPlain(thrown, []) as Record<string, unknown>) };
}

/** Deeper values are replaced by a note: a problem is a message, and JSON.stringify recurses. */
const maxDepth = 16;

/** Whether `toPlain` would copy the value unchanged. @param depth Levels that may follow: a cycle has more. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const object = value as Readonly<Record<string, unknown>>;
  for (const name in object) if (!isPlain(object[name], depth - 1)) return false;
  return true;
}

function toPlain(value: unknown, ancestors: readonly object[]): unknown {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : objectToPlain(value, ancestors);
    default:
      return undefined;
  }
}

function objectToPlain(value: object, ancestors: readonly object[]): unknown {
  if (ancestors.includes(value)) return '[circular]';
  if (ancestors.length >= maxDepth) return '[too deep]';
  const within = [...ancestors, value];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return { message: value.message };
  if (Array.isArray(value)) return value.map((item) => toPlain(item, within) ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member, within)]));
}
