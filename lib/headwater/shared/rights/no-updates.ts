/**
 * A module that imports this one sends no UpdateItem, though it imports the SDK: the SDK does not show which of its commands
 * a module sends. Functions get no right to change items because of it (compile/aws/roles).
 */
export function noUpdatesFile(): string {
  return import.meta.filename;
}
