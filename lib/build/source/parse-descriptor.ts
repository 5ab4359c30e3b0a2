import type { ParsedFile } from './descriptor-file.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** The endings of a descriptor's file name. */
export const descriptorExtension = /\.(?:json|ya?ml)$/i;

/** Parses a descriptor as YAML or JSON, by the ending of its name. */
export function parseDescriptor(path: string, text: string): ParsedFile {
  return /\.ya?ml$/i.test(path) ? parseYaml(path, text) : parseJson(path, text);
}
