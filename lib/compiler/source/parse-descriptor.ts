import type { ParsedFile } from './descriptor-file.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** What a descriptor's name may end in. */
export const descriptorExtension = /\.(?:json|ya?ml)$/i;

/** Parses a descriptor in the language that its name ends in. */
export function parseDescriptor(path: string, text: string): ParsedFile {
  return /\.ya?ml$/i.test(path) ? parseYaml(path, text) : parseJson(path, text);
}
