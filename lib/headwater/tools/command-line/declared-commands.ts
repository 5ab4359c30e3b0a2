/** The commands of `npx headwater` that every service has. Their code is loaded by `lib/headwater/tools/cli/run-command.ts`. */

import type { CommandDeclaration, ValueType } from '../../shared/command-declaration.ts';
import { durationOf } from '../../shared/duration.ts';
import { isCallerOwner } from '../../shared/owner.ts';
import { type OptionValues, wholeNumber } from './command-line.ts';

/** In seconds. */
const lifetime: ValueType<number> = {
  accepts: 'a time such as 30m, 12h or 90d',
  read: (text) => {
    const ms = durationOf(text);
    return ms === undefined ? undefined : ms / 1_000;
  },
};

const owner: ValueType<string> = {
  accepts: '1 to 64 letters, digits, - or _, and not public',
  read: (text) => (isCallerOwner(text) ? text : undefined),
};

export const jsonOption = { description: 'print one JSON document instead of text' };

/** Which table a command is for. */
export const tableOptions = {
  stage: {
    placeholder: 'STAGE',
    description:
      'the table that the stack of this stage names, with the credentials of the environment; without it, the local database',
  },
  table: {
    placeholder: 'NAME',
    description: 'one table, such as a restored one, whatever table a stage has',
  },
  region: {
    placeholder: 'REGION',
    description: 'the region of the stage or the table; by default as serverless.yml has it',
  },
  data: { placeholder: 'FOLDER', description: 'the local database; by default .data' },
} as const;

export type TableChoice = OptionValues<typeof tableOptions>;

const descriptorPath = {
  placeholder: 'PATH',
  description: 'an OpenAPI document, or a folder of Swagger or OpenAPI, with or without a listing',
} as const;

export const buildCommand = {
  name: 'build',
  program: 'npm run build --',
  summary: 'makes the functions of the project, and writes them to .generated/',
  options: {
    'source-maps': { description: 'write a source map beside each bundle, for npx headwater stack' },
  },
  exitCodes: { 1: 'files that cannot be written', 2: 'errors in the input; nothing is written but types' },
} as const satisfies CommandDeclaration;

export const checkCommand = {
  name: 'check',
  summary: 'reports the problems of descriptors',
  arguments: { path: descriptorPath },
  options: {
    strict: { description: 'exit with code 1 for warnings, too' },
    json: jsonOption,
  },
  exitCodes: { 1: 'warnings with --strict' },
} as const satisfies CommandDeclaration;

export const initCommand = {
  name: 'init',
  summary: 'makes descriptors and handlers of another API',
  arguments: { path: descriptorPath },
  options: {
    fix: { description: 'fix errors in the copies, where a program can' },
    'skip-unsupported': {
      description:
        'leave operations that cannot be served out of the copies of OpenAPI documents, and say why',
    },
    mock: { description: 'handlers return an example of their result instead of 501' },
    into: { placeholder: 'FOLDER', description: 'the project', default: '.' },
  },
  exitCodes: { 1: 'files that exist already or cannot be written' },
} as const satisfies CommandDeclaration;

export const newCommand = {
  name: 'new',
  summary: 'makes a new project, with one operation or with the operations of another API',
  arguments: {
    folder: {
      placeholder: 'DIR',
      description: 'the project: a new or empty folder, whose name the service gets',
    },
  },
  options: {
    from: {
      placeholder: 'PATH',
      description:
        'an OpenAPI document, or a folder of Swagger or OpenAPI: it leaves out what cannot be served, and handlers return examples',
    },
  },
  exitCodes: { 1: 'a folder that is not empty or cannot be used', 2: 'errors in the descriptors' },
} as const satisfies CommandDeclaration;

export const doctorCommand = {
  name: 'doctor',
  summary: 'says what the project must change for the installed version',
  options: { fix: { description: 'make the changes that a program can make' } },
  exitCodes: { 1: 'something to change' },
} as const satisfies CommandDeclaration;

export const clientCommand = {
  name: 'client',
  summary: 'writes a typed client of the service in the current folder',
  arguments: { file: { placeholder: 'OUT.ts', description: 'the module that is written, TypeScript' } },
  exitCodes: { 1: 'a file that cannot be written' },
} as const satisfies CommandDeclaration;

const segments = {
  placeholder: 'N',
  description: 'read N segments of the table at the same time',
  default: '4',
  type: wholeNumber(1, 64),
} as const;

export const verifyCommand = {
  name: 'verify',
  summary: 'reads a whole table, and reports what is wrong with it',
  options: {
    ...tableOptions,
    repair: { description: 'repair what is safe to repair while the service goes on' },
    json: jsonOption,
    units: {
      placeholder: 'N',
      description: 'use at most about N read units a second',
      type: wholeNumber(1, 1_000_000),
    },
    segments,
    resume: {
      placeholder: 'FILE',
      description: 'keep in FILE how far it has come, and go on from there if FILE exists',
    },
  },
  exitCodes: { 1: 'damage that is left, or a table that is not read to its end' },
} as const satisfies CommandDeclaration;

export const migrateCommand = {
  name: 'migrate',
  summary: 'stores the documents of earlier versions anew, while the service goes on',
  options: {
    ...tableOptions,
    type: {
      placeholder: 'NAME',
      description: 'migrate documents of this type; by default of all types',
      isRepeatable: true,
    },
    pace: {
      placeholder: 'N',
      description: 'use at most about N write units a second, and five times as many read units',
      type: wholeNumber(1, 1_000_000),
    },
    segments,
    json: jsonOption,
  },
  exitCodes: { 1: 'documents that cannot be stored anew, or a table that is not read to its end' },
} as const satisfies CommandDeclaration;

export const searchEngineUrl: ValueType<string> = {
  accepts: 'the URL of a search engine, without credentials, such as http://localhost:9200',
  read: (text) => (/^https?:\/\/[^@]+$/.test(text) && URL.canParse(text) ? text : undefined),
};

export const searchIndexCommand = {
  name: 'search-index',
  summary: 'fills the indexes of the service in the search engine from the table',
  options: {
    ...tableOptions,
    search: {
      placeholder: 'URL',
      description:
        'the search engine; by default the variable SEARCH_ENDPOINT. SEARCH_ACCESS or SEARCH_CREDENTIALS say who asks',
      type: searchEngineUrl,
    },
    json: jsonOption,
  },
  exitCodes: { 1: 'an engine or a table that fails' },
} as const satisfies CommandDeclaration;

export const deployCommand = {
  name: 'deploy',
  summary: 'deploys the build to a stage, tries it, and goes back to what was live if it fails',
  options: {
    stage: {
      placeholder: 'STAGE',
      description: 'where to, with the credentials of the environment',
      isRequired: true,
    },
    url: {
      placeholder: 'URL',
      description: 'the address of the API, if it is not the one that AWS gives to the stack',
    },
  },
  exitCodes: { 1: 'a stack that is not deployed, or a service that does not answer as it should' },
} as const satisfies CommandDeclaration;

export const printTemplateCommand = {
  name: 'print-template',
  summary: 'prints the CloudFormation template of the build for a stage, without credentials or network',
  options: {
    stage: { placeholder: 'STAGE', description: 'the stage', default: 'dev' },
    resource: {
      placeholder: 'NAME',
      description: 'the stack of a resource, if the service has several; by default the stack with the API',
    },
    json: { description: 'print JSON instead of YAML' },
  },
  exitCodes: { 1: 'a template that cannot be made' },
} as const satisfies CommandDeclaration;

const dataOption = {
  placeholder: 'FOLDER',
  description: 'the folder of the local database',
  default: '.data',
} as const;

export const runScheduleCommand = {
  name: 'run-schedule',
  summary: 'runs a schedule now, in the service of npm start',
  arguments: { id: { placeholder: 'ID', description: 'as the screen of npm start shows it' } },
  options: { data: dataOption },
  exitCodes: { 1: 'it has failed, or no service runs', 2: 'no such schedule' },
} as const satisfies CommandDeclaration;

export const listDeadLettersCommand = {
  name: 'dead-letters list',
  summary: 'shows the changes and the runs that have failed at each attempt under npm start',
  options: { data: dataOption },
} as const satisfies CommandDeclaration;

export const resendDeadLettersCommand = {
  name: 'dead-letters resend',
  summary: 'calls the functions with their dead letters again, in the service of npm start',
  arguments: { id: { placeholder: 'ID', description: 'by default all of them', isOptional: true } },
  options: { data: dataOption },
  exitCodes: { 1: 'one has failed again, or no service runs', 2: 'no such dead letter' },
} as const satisfies CommandDeclaration;

export const stackCommand = {
  name: 'stack',
  summary: 'shows the lines of the source that stacks in a log stand for',
  arguments: {
    file: {
      placeholder: 'FILE',
      description: 'a part of the log of functions; by default standard input',
      isOptional: true,
    },
  },
} as const satisfies CommandDeclaration;

const claimOptions = {
  tenant: {
    placeholder: 'TENANT',
    description: 'the tenant of the caller, as "x-tenant" of the listing names its claim',
    type: owner,
  },
  claim: {
    placeholder: 'NAME=VALUE',
    description:
      'a claim that "x-claims" of the listing declares, such as email=ann@example.com; may be repeated',
    isRepeatable: true,
  },
} as const;

const scopesOption = {
  placeholder: '"SCOPE SCOPE"',
  description: 'what it allows, such as "bookmark:read bookmark:write"',
} as const;

export const createKeyCommand = {
  name: 'keys create',
  summary: 'makes a key of a service, and shows it once',
  options: {
    owner: {
      placeholder: 'OWNER',
      description: "whose data the key reads and writes; by default the tenant's",
      type: owner,
    },
    scopes: scopesOption,
    ...claimOptions,
    expires: {
      placeholder: 'TIME',
      description: 'after 30m, 12h or 90d; by default a key does not expire',
      type: lifetime,
    },
    ...tableOptions,
    json: jsonOption,
  },
} as const satisfies CommandDeclaration;

export const listKeysCommand = {
  name: 'keys list',
  summary: 'shows the keys of a service, without their texts',
  options: { ...tableOptions, json: jsonOption },
} as const satisfies CommandDeclaration;

export const revokeKeyCommand = {
  name: 'keys revoke',
  summary: 'revokes a key of a service',
  arguments: { id: { placeholder: 'ID', description: 'the id of the key, as keys list shows it' } },
  options: { ...tableOptions, json: jsonOption },
  exitCodes: { 1: 'there is no such key' },
} as const satisfies CommandDeclaration;

export const tokenCommand = {
  name: 'token',
  summary: 'prints a token for the service of npm start -- --auth',
  options: {
    scopes: scopesOption,
    subject: { placeholder: 'NAME', description: 'whom the token is for', default: 'me' },
    ...claimOptions,
    expires: { placeholder: 'TIME', description: 'after 30m, 12h or 90d', default: '1h', type: lifetime },
    data: { placeholder: 'FOLDER', description: 'the folder of the local database', default: '.data' },
  },
  exitCodes: { 1: 'a folder that cannot be used' },
} as const satisfies CommandDeclaration;

export const sbomCommand = {
  name: 'sbom',
  summary: 'lists the packages of which the last build ships code or data, as a CycloneDX document',
  arguments: {},
  options: {},
  exitCodes: { 1: 'a package that package-lock.json does not have' },
} as const satisfies CommandDeclaration;
