/**
 * The settings of stages: `stages` of a config. The nearest setting counts: of the stage itself, of the stages whose names begin
 * like it (`pr-*`), of all stages (`default`).
 */

import { membersOf } from '../shared/json/is-object.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import { ownMember } from '../shared/json/own-member.ts';
import {
  choiceRule,
  flagRule,
  listRule,
  type MemberRules,
  objectRule,
  recordRule,
  type SettingPath,
  type SettingProblem,
  shownValue,
  textRule,
  unknownMember,
  valueRule,
  wholeNumberRule,
  withCheck,
} from './rules.ts';

export interface StageSettings {
  /** The gateway answers 429 above this many requests a second. */
  readonly requestsPerSecond?: number;
  /** How many requests the gateway takes at once. */
  readonly burst?: number;
  /** Above this many units a second the table refuses reads: it bounds the bill. */
  readonly maxReadUnits?: number;
  /** Above this many units a second the table refuses writes. */
  readonly maxWriteUnits?: number;
  /** Whether a removal of the stack or of the table is refused. */
  readonly isProtected?: boolean;
  /** For so many minutes after an update, an alarm of the API rolls it back; 0 turns this off. */
  readonly watchMinutes?: number;
  /** `INFO`: functions log a line for each request, with its owner; `WARN`: failures alone. Costs by the byte. */
  readonly logLevel?: 'INFO' | 'WARN';
  /** X-Ray; costs by the trace. */
  readonly isTraced?: boolean;
  /** Encrypts the table with a key of your own. */
  readonly tableEncryption?: TableEncryption;
  /** Whether the page /docs is on. */
  readonly reference?: boolean;
  /** The names of the service's own pages that are on. */
  readonly pages?: readonly string[];
  /** The URL of a search engine. */
  readonly searchEndpoint?: string;
  /**
   * The ARN of a domain of OpenSearch Service or of a serverless collection, whose requests are signed, or of a secret with
   * `{"username":…,"password":…}` or `{"api_key":…}`. Without it, requests have no credentials.
   */
  readonly searchAccess?: string;
  /** Whether lists ask the search engine, once `npx headwater search-index` has filled its indexes. */
  readonly searchLists?: boolean;
  /** A table that exists already, and is not part of the stack. */
  readonly tableName?: string;
  /** The ARN of the stream of that table. */
  readonly tableStream?: string;
  /** The ARN of a policy that no role of a function may exceed. */
  readonly permissionsBoundary?: string;
  /** Settings of the project's own, which serverless.yml reads as `${param:name}`. `default` names all of them. */
  readonly params?: Readonly<Record<string, StageParameter>>;
}

export interface TableEncryption {
  readonly SSEEnabled: boolean;
  readonly SSEType?: 'KMS';
  readonly KMSMasterKeyId?: string;
}

export type StageParameter = string | number | boolean;

/** What a stage has of each setting. Those without a default may be absent. */
export type Stage = StageSettings & Required<Omit<StageSettings, keyof typeof noDefaults>>;

/** The names of settings that are absent unless a project gives them. */
const noDefaults = {
  searchEndpoint: true,
  searchAccess: true,
  tableName: true,
  tableStream: true,
  permissionsBoundary: true,
} as const;

/** The member of `stages` for all stages. */
export const commonStage = 'default';

const standard = {
  requestsPerSecond: 500,
  burst: 1_000,
  maxReadUnits: 4_000,
  maxWriteUnits: 1_000,
  isProtected: true,
  watchMinutes: 5,
  logLevel: 'INFO',
  isTraced: false,
  tableEncryption: { SSEEnabled: false },
  reference: false,
  pages: [],
  searchLists: false,
  params: {},
} as const satisfies Stage;

/** The settings of the framework, as a config would give them. */
export const standardStages: Readonly<Record<string, StageSettings>> = {
  [commonStage]: standard,
  dev: {
    requestsPerSecond: 50,
    burst: 100,
    maxReadUnits: 1_000,
    maxWriteUnits: 500,
    isProtected: false,
    watchMinutes: 0,
    reference: true,
  },
};

/** @example stageOf({ 'pr-*': { burst: 20 } }, 'pr-7').burst // 20 */
export function stageOf(stages: Readonly<Record<string, StageSettings>> = {}, name: string): Stage {
  const shared = patternsOf(stages, name).map((pattern) => stages[pattern]);
  const named = [ownMember(standardStages, name), ...shared, ownMember(stages, name)];
  const own = name === commonStage ? [] : named;
  const given = [ownMember(stages, commonStage), ...own].map((each) => omitUndefined({ ...each }));
  const params = Object.assign({}, ...given.map((each) => each.params));
  return Object.assign({}, standard, ...given, { params });
}

/** The names that end in `*` and begin like the stage, the longest last: it says most. */
function patternsOf(stages: Readonly<Record<string, StageSettings>>, name: string): readonly string[] {
  return Object.keys(stages)
    .filter((pattern) => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))
    .toSorted((one, other) => one.length - other.length);
}

/** The settings as serverless.yml reads them: `${param:burst}`. */
export function stageParameters({ params, ...stage }: Stage): Readonly<Record<string, unknown>> {
  return {
    ...stage,
    reference: stage.reference ? 'on' : 'off',
    pages: stage.pages.join(' '),
    searchEndpoint: stage.searchEndpoint ?? '',
    searchAccess: stage.searchAccess ?? '',
    searchLists: stage.searchLists ? 'on' : '',
    tableName: stage.tableName ?? `\${self:service}-\${sls:stage}`,
    tableStream: stage.tableStream ?? '',
    permissionsBoundary: stage.permissionsBoundary ?? null,
    ...params,
  };
}

const units = wholeNumberRule(1, 1_000_000, 'a whole number of units a second');
const url = valueRule(
  'the URL of a search engine, such as "https://search.example.com"',
  (value) => typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
);
const arn = textRule('an ARN, such as "arn:aws:iam::123456789012:policy/boundary"', /^arn:[\w-]+:\S+$/);
const pageNames = 'a list of names of pages';

const rules: MemberRules<StageSettings> = {
  requestsPerSecond: wholeNumberRule(0, 1_000_000, 'a whole number of requests a second'),
  burst: wholeNumberRule(0, 1_000_000, 'a whole number of requests'),
  maxReadUnits: units,
  maxWriteUnits: units,
  isProtected: flagRule,
  // docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_RollbackConfiguration.html
  watchMinutes: wholeNumberRule(0, 180, 'a whole number of minutes'),
  logLevel: choiceRule('INFO', 'WARN'),
  isTraced: flagRule,
  tableEncryption: objectRule<TableEncryption>(
    {
      SSEEnabled: flagRule,
      SSEType: choiceRule('KMS'),
      KMSMasterKeyId: textRule('the ARN, the id or the alias of a key'),
    },
    'an object with SSEEnabled, and optionally SSEType and KMSMasterKeyId',
    ['SSEEnabled'],
  ),
  reference: flagRule,
  pages: listRule(textRule('the name of a page'), pageNames, { mayBeEmpty: true }),
  searchEndpoint: url,
  searchAccess: arn,
  searchLists: flagRule,
  // docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
  tableName: textRule('the name of a table: 3 to 255 letters, digits, _, - and .', /^[\w.-]{3,255}$/),
  tableStream: arn,
  permissionsBoundary: arn,
  params: recordRule(
    textRule('a name of letters, digits, _ and -', /^[\w-]+$/),
    valueRule('a text, a number, true or false', (value) =>
      ['string', 'number', 'boolean'].includes(typeof value),
    ),
    'an object of parameters, by name',
  ),
};

const stageRule = objectRule<StageSettings>(rules, 'an object of settings');

export const stagesRule = withCheck(
  recordRule(
    textRule(
      'the name of a stage: letters, digits and -, or the beginning of several and *',
      /^[a-zA-Z0-9-]+\*?$/,
    ),
    stageRule,
    'an object of settings, by the name of the stage',
  ),
  checkParameters,
);

/** A parameter that the stage `default` lacks is misspelt, or missing in other stages: serverless.yml reads it in all of them. */
function checkParameters(value: unknown, path: SettingPath): SettingProblem[] {
  const parametersOf = (stage: unknown) => Object.keys(membersOf(membersOf(stage)['params']));
  const known = parametersOf(membersOf(value)[commonStage]);
  return Object.entries(membersOf(value)).flatMap(([stage, settings]) =>
    parametersOf(settings).flatMap((name) => {
      const at = [...path, stage, 'params', name];
      if (Object.hasOwn(rules, name)) {
        const accepted = `${name} beside params: it is a setting of every stage`;
        return [{ path: at, found: `the parameter ${shownValue(name)}`, accepted }];
      }
      if (known.includes(name)) return [];
      if (known.length > 0) return [unknownMember(at, known)];
      const accepted = `a parameter that ${commonStage}.params has, too`;
      return [{ path: at, found: `the unknown parameter ${shownValue(name)}`, accepted }];
    }),
  );
}
