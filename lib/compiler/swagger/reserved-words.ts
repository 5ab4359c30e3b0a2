/** Nicknames that are not allowed although their characters are. */

/** ECMAScript section 12.7.2: generated clients have a function for each nickname. */
const keywords = [
  'await',
  'break',
  'case',
  'catch',
  'class',
  'const',
  'continue',
  'debugger',
  'default',
  'delete',
  'do',
  'else',
  'enum',
  'export',
  'extends',
  'false',
  'finally',
  'for',
  'function',
  'if',
  'import',
  'in',
  'instanceof',
  'new',
  'null',
  'return',
  'super',
  'switch',
  'this',
  'throw',
  'true',
  'try',
  'typeof',
  'var',
  'void',
  'while',
  'with',
  'yield',
];

/** Members that every object has. They would conflict with operations that a client stores in an object. */
const objectMembers = ['constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];

/** On Windows, a file with such a name is a device. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function isDeviceName(name: string): boolean {
  return deviceNames.test(name);
}

export function isReservedWord(name: string): boolean {
  return keywords.includes(name) || objectMembers.includes(name) || isDeviceName(name);
}
