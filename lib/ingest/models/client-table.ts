/** The expressions of uap-core as a table of the service: `text/client-table.json`. */

import { parse } from 'yaml';
import { sharedTexts } from '../text/client-table-format.ts';
import { requiredTexts } from './required-texts.ts';

type Rule = Readonly<Record<string, string>>;

/** The lists of uap-core, and the members of their rules that name the client. */
const lists = {
  user_agent_parsers: ['family_replacement', 'v1_replacement', 'v2_replacement', 'v3_replacement'],
  os_parsers: ['os_replacement', 'os_v1_replacement', 'os_v2_replacement', 'os_v3_replacement'],
  device_parsers: ['device_replacement'],
} as const;

/**
 * The text of the table.
 *
 * @param yaml The file `regexes.yaml` of uap-core
 * @param version Of uap-core
 * @throws Error for expressions that cannot be written so
 */
export function clientTable(yaml: string, version: string): string {
  const rules: Readonly<Record<string, readonly Rule[]>> = parse(yaml);
  const tables = Object.entries(lists).map(([name, replacements]) =>
    (rules[name] ?? []).map((rule) => rowOf(rule, replacements)),
  );
  const [names, systems, devices] = tables;
  const source = `pkg:npm/uap-core@${version}`;
  const notice = 'https://github.com/ua-parser/uap-core, copyright 2009 Google Inc., Apache License 2.0';
  return `${JSON.stringify({ source, notice, names, systems, devices }, undefined, 2)}\n`;
}

function rowOf(rule: Rule, replacements: readonly string[]): string {
  const { regex = '', regex_flag: flag } = rule;
  const required = (requiredTexts(regex) ?? []).map(partWithoutBar);
  const isCaseless = flag === 'i';
  const texts = isCaseless ? required.map((text) => text.toLowerCase()) : required;
  const values = replacements.map((name) => rule[name] ?? '');
  const all = [texts.join('|'), regex, ...values];
  if (all.some((text) => /\p{Cc}|[#'<>~]/u.test(text)))
    throw new Error(`The expression has a character of the format: ${regex}`);
  const source = Object.entries(sharedTexts).reduce(
    (text, [character, shared]) => text.replaceAll(shared, character),
    isCaseless ? `(?i)${regex}` : regex,
  );
  return [texts.join('|'), source, ...values].join('~').replace(/~+$/, '');
}

/** The longest part of a text without `|`, which separates the texts of a row. */
function partWithoutBar(text: string): string {
  return text.split('|').reduce((longest, part) => (part.length > longest.length ? part : longest));
}
