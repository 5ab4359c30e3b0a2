/** Names that a nickname cannot have, although it has the right characters. */

/** ECMAScript section 12.7.2: generated clients make a function of each nickname. */
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

/** Members that every object has: a client that keeps its operations in one would lose them. */
const objectMembers = ['constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];

/** Windows opens a device where a file has one of these names. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export function isDeviceName(name: string): boolean {
  return deviceNames.test(name);
}

export function isReservedWord(name: string): boolean {
  return keywords.includes(name) || objectMembers.includes(name) || isDeviceName(name);
}
