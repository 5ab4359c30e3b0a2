/**
 * The own enumerable members of a thrown value, as plain JSON:
 * a cycle becomes a note, a BigInt its digits. What JSON cannot express is omitted.
 */
export function toPlainMembers(thrown: object): Record<string, unknown> {
  // An object gives an object; the members of an array are its items.
  return { ...(toPlain(thrown, []) as Record<string, unknown>) };
}

/** Deeper values are replaced by a note: a problem is a message, and JSON.stringify recurses. */
const maxDepth = 16;

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
