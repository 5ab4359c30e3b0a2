/**
 * The member of a table, and nothing that every object inherits: a name in a document or in a request may be `constructor`.
 *
 * @example ownMember({ hour: 60 }, 'toString') // undefined
 */
export function ownMember<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
