/** What each member of a config may be. */

import { isDeepStrictEqual } from 'node:util';
import type {
  ArgumentDeclaration,
  CommandDeclaration,
  CommandEntry,
  OptionDeclaration,
  ValueType,
} from '../shared/command-declaration.ts';
import { itemsOf, membersOf } from '../shared/json/is-object.ts';
import { nearSpelling } from '../shared/json/near-spelling.ts';
import { awsRules, checkResourceNames } from './aws-resources.ts';
import type { Config, SmokeDocument, StartOption } from './config.ts';
import { corsRule } from './cors-settings.ts';
import { metricNamesRule, problemNamesRule } from './names.ts';
import { pagesRule } from './pages.ts';
import {
  flagRule,
  functionRule,
  listRule,
  type MemberRules,
  objectRule,
  recordRule,
  type SettingPath,
  type SettingProblem,
  shownValue,
  textRule,
  valueRule,
  withCheck,
} from './rules.ts';
import { stagesRule } from './stages.ts';

const sentence = textRule('a text');
const placeholder = textRule('the text that stands for the value in the help, such as "URL"');
const variable = textRule('the name of a variable, such as "SEARCH_ENDPOINT"', /^[A-Za-z_]\w*$/);
const yes = valueRule('true, or no such member', (value) => value === true);

const optionRules: MemberRules<OptionDeclaration> = {
  placeholder,
  description: sentence,
  impliedValue: textRule('a text', /^/),
  type: objectRule<ValueType<unknown>>(
    { accepts: sentence, read: functionRule },
    'the type of a value, such as wholeNumber(1, 9)',
    ['accepts', 'read'],
  ),
  default: textRule('a text', /^/),
  isRequired: yes,
  isRepeatable: yes,
};
const optionName = textRule('lower-case words with - between them', /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);

const declaration = objectRule<CommandDeclaration>(
  {
    name: textRule('one or two lower-case words', /^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)?$/),
    program: sentence,
    summary: sentence,
    arguments: recordRule(
      optionName,
      objectRule<ArgumentDeclaration>(
        { placeholder, description: sentence, isOptional: yes },
        'an argument with placeholder and description',
        ['placeholder', 'description'],
      ),
      'an object of arguments, by name',
    ),
    options: recordRule(
      optionName,
      objectRule<OptionDeclaration>(optionRules, 'an option with a description', ['description']),
      'an object of options, by name',
    ),
    exitCodes: recordRule(textRule('an exit code', /^\d+$/), sentence, 'an object of meanings, by exit code'),
  },
  'the declaration of a command: its name and summary',
  ['name', 'summary'],
);

const commandRule = objectRule<CommandEntry>(
  { declaration, run: functionRule },
  'a command, as commandEntry makes it',
  ['declaration', 'run'],
);

const startOptionsRule = recordRule(
  optionName,
  objectRule<StartOption>(
    { ...optionRules, variable, flag: variable },
    'an option with placeholder, description and variable',
    ['placeholder', 'description', 'variable'],
  ),
  'an object of options, by name',
);

/** Whether it is the same after it has been sent. */
function isJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
}

const smokeDocumentRule = objectRule<SmokeDocument>(
  {
    path: textRule('a path of the service, such as "/v1/bookmark"', /^\/\S+$/),
    body: recordRule(textRule('a name'), valueRule('a JSON value', isJson), 'an object of JSON values'),
  },
  'an object with path and body',
  ['path', 'body'],
);

const membersRule = objectRule<Config>(
  {
    validation: flagRule,
    ignoreUnknownQuery: flagRule,
    strict: flagRule,
    public: flagRule,
    errorFormatter: textRule(
      'the path of a module below lib/ or handlers/, such as "lib/format-error.ts"',
      /^(?:lib|handlers)\/(?!.*\.\.).+\.ts$/,
    ),
    cors: corsRule,
    problems: problemNamesRule,
    metrics: metricNamesRule,
    storedTypes: functionRule,
    commands: listRule(commandRule, 'a list of commands', { mayBeEmpty: true }),
    startOptions: startOptionsRule,
    smokeDocument: smokeDocumentRule,
    pages: pagesRule,
    stages: stagesRule,
    ...awsRules,
  },
  'an object of settings',
);

export const configRule = withCheck(withCheck(membersRule, checkStagePages), checkResourceNames);

/** A page that there is not would be off in silence. */
function checkStagePages(value: unknown, path: SettingPath): SettingProblem[] {
  const { pages, stages } = membersOf(value);
  const known = Object.keys(membersOf(pages));
  return Object.entries(membersOf(stages)).flatMap(([stage, settings]) =>
    itemsOf(membersOf(settings)['pages']).flatMap((name, index) => {
      if (typeof name !== 'string' || known.includes(name)) return [];
      const accepted = nearSpelling(name, known) ?? (known.join(', ') || 'a page that the member pages has');
      return [
        {
          path: [...path, 'stages', stage, 'pages', index],
          found: `the unknown page ${shownValue(name)}`,
          accepted,
        },
      ];
    }),
  );
}
