/** Names that cannot be used although their characters can. */

/** Members that every object has. They would conflict with operations that a client stores in an object. */
const objectMembers = ['constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];

/** On Windows, a file with such a name is a device. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function isDeviceName(name: string): boolean {
  return deviceNames.test(name);
}

/** Reserved words of JavaScript can be used: a nickname is never an identifier. */
export function isUnusableName(name: string): boolean {
  return objectMembers.includes(name) || isDeviceName(name);
}
