/**
 * A module that imports this one sends no GetItem, though it imports the SDK (no-updates.ts). Functions get no right to read items
 * because of it (compile/aws/roles).
 */
export function noGetsFile(): string {
  return import.meta.filename;
}
