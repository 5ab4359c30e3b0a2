/** Names of members that could replace the prototype of an object: `__proto__`, and `constructor` with a `prototype`. */

export function replacesPrototype(name: string, value: unknown): boolean {
  if (name === '__proto__') return true;
  const isObject = typeof value === 'object' && value !== null;
  return name === 'constructor' && isObject && Object.hasOwn(value, 'prototype');
}
