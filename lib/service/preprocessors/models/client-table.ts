/** The expressions of uap-core as a module of the service: `text/client-table.ts`. */

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

/** Of a line of the module: it has several rules. */
const minLineLength = 500;

/**
 * The text of the module.
 *
 * @param yaml The file `regexes.yaml` of uap-core
 * @param version Of uap-core
 * @throws Error for expressions that cannot be written so
 */
export function clientTableModule(yaml: string, version: string): string {
  const rules: Readonly<Record<string, readonly Rule[]>> = parse(yaml);
  const columns = Object.entries(lists).map(([name, replacements]) =>
    linesOf((rules[name] ?? []).map((rule) => rowOf(rule, replacements))),
  );
  const [names, systems, devices] = columns;
  return `/**
 * The expressions of uap-core ${version}, https://github.com/ua-parser/uap-core, copyright 2009 Google Inc., under the
 * Apache License 2.0, in the format of client-table-format.ts. \`npm run models\` writes this file.
 *
 * @source pkg:npm/uap-core@${version}
 */

export const nameTable = String.raw\`${names}\`;

export const systemTable = String.raw\`${systems}\`;

export const deviceTable = String.raw\`${devices}\`;
`;
}

function rowOf(rule: Rule, replacements: readonly string[]): string {
  const { regex = '', regex_flag: flag } = rule;
  const required = (requiredTexts(regex) ?? []).map(partWithoutBar);
  const isCaseless = flag === 'i';
  const texts = isCaseless ? required.map((text) => text.toLowerCase()) : required;
  const values = replacements.map((name) => rule[name] ?? '');
  const all = [texts.join('|'), regex, ...values];
  if (all.some((text) => /\p{Cc}|[#'<>`~]|\$\{/u.test(text)))
    throw new Error(`The expression has a character of the format: ${regex}`);
  const source = Object.entries(sharedTexts).reduce(
    (text, [character, shared]) => text.replaceAll(shared, character),
    isCaseless ? `(?i)${regex}` : regex,
  );
  return [texts.join('|'), source, ...values].join('\t').trimEnd();
}

/** The longest part of a text without `|`, which separates the texts of a row. */
function partWithoutBar(text: string): string {
  return text.split('|').reduce((longest, part) => (part.length > longest.length ? part : longest));
}

function linesOf(rows: readonly string[]): string {
  let lineLength = 0;
  return rows
    .reduce((text, row) => {
      lineLength = lineLength > minLineLength ? row.length : lineLength + row.length;
      return text + (lineLength === row.length ? '\n' : '~') + row;
    })
    .trim();
}
