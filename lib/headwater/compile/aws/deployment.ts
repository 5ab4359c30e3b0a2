/** The parts of serverless.yml that count towards limits of AWS. */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { AwsSettings } from '../../config/aws-resources.ts';
import { loadConfig } from '../../config/load-config.ts';
import { isObject, itemsOf, membersOf } from '../../shared/json/is-object.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { intrinsics } from './configuration/cloudformation-yaml.ts';
import {
  type DeployedConfig,
  defaultConfiguration,
  parametersOf,
  pluginName,
} from './configuration/default-configuration.ts';
import { filled } from './configuration/fill.ts';
import { type FunctionSize, oslsSize } from './functions/functions-json.ts';

const deploymentFile = 'serverless.yml';

type Members = Readonly<Record<string, unknown>>;

/** Settings of functions as in serverless.yml, by key. */
export type Functions = Readonly<Record<string, Members>>;

export interface Deployment {
  readonly service: string;
  /** The default stage. */
  readonly stage: string;
  readonly provider: Members;
  /** Functions that serverless.yml itself declares, not functions of included files. */
  readonly functions: Functions;
  /** CloudFormation resources by logical id. */
  readonly resources: Members;
  /** The resources of AWS that the config declares. */
  readonly aws: AwsSettings;
  /** The variables of single functions: `custom.headwater.when`. */
  readonly variables: Members;
  /** The position of the innermost existing member on this path. */
  readonly locate: (path: readonly string[]) => Pick<Diagnostic, 'file' | 'pointer' | 'line' | 'column'>;
}

/**
 * A project without serverless.yml is not deployed: no deployment, no diagnostic.
 *
 * @param config by default as it was when the process first loaded it. A build reports its problems.
 */
export async function readDeployment(
  projectFolder: string,
  config?: DeployedConfig,
): Promise<{ readonly deployment?: Deployment; readonly diagnostics: readonly Diagnostic[] }> {
  const read = (path: string) => readFile(join(projectFolder, path), 'utf8').catch(() => undefined);
  const text = await read(deploymentFile);
  if (text === undefined) return { diagnostics: [] };
  const files = filesNamedIn(text).map(async (path) => [path, await read(path)] as const);
  const found = (await Promise.all(files)).flatMap(([path, content]) =>
    content ? [[path, content] as const] : [],
  );
  const known = config ?? (await loadConfig(resolve(projectFolder))).config;
  return parseDeployment(text, { files: new Map(found), config: known });
}

/** The files that describe a deployment, whether they exist or not: paths below the project. */
export async function deploymentFiles(projectFolder: string): Promise<readonly string[]> {
  const text = await readFile(join(projectFolder, deploymentFile), 'utf8').catch(() => '');
  return [deploymentFile, ...filesNamedIn(text)];
}

/** osls's `${file(…)}` with a file of settings. */
const fileReference = /\$\{file\(([^(){}]+\.ya?ml)\)\}/g;

function filesNamedIn(text: string): string[] {
  return [...text.matchAll(fileReference)].map(([, path = '']) => path);
}

interface OtherFiles {
  /** The files with parameters, by the paths to which the text refers. */
  readonly files?: ReadonlyMap<string, string>;
  readonly config?: DeployedConfig;
}

export function parseDeployment(
  text: string,
  { files = new Map(), config = {} }: OtherFiles = {},
): { readonly deployment?: Deployment; readonly diagnostics: readonly Diagnostic[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, logLevel: 'silent', customTags: intrinsics });
  const [error] = document.errors;
  if (error) {
    const { line, col: column } = lineCounter.linePos(error.pos[0]);
    const place = { file: deploymentFile, pointer: '', line, column };
    const found = error.message.split('\n')[0] ?? '';
    return { diagnostics: [{ code: 'E-BUDGET', ...place, found, accepted: 'YAML that can be deployed' }] };
  }
  const written = membersOf(document.toJS());
  const stage = defaultStage(membersOf(written['provider'])['stage']);
  const hasPlugin = itemsOf(written['plugins']).includes(pluginName);
  const params = {
    ...(hasPlugin ? parametersOf(config, stage) : {}),
    ...paramsOf(written, stage, files),
  };
  const whole = hasPlugin ? withDefaults(written, config) : written;
  const root = membersOf(withParams(whole, params));
  const provider = membersOf(root['provider']);
  const deployment = {
    service: String(root['service'] ?? ''),
    stage,
    provider,
    functions: objectsIn(merged(root['functions'])),
    resources: objectsIn(membersOf(merged(root['resources'])['Resources'])),
    aws: config,
    variables: membersOf(membersOf(membersOf(root['custom'])['headwater'])['when']),
    locate: (path: readonly string[]) => locate(document, lineCounter, path),
  };
  return { deployment, diagnostics: [] };
}

/** The size of functions that declare none. If the value is a variable, osls's own default stands for it. */
export function functionSizeOf(deployment: Deployment | undefined): FunctionSize {
  const { memorySize, timeout } = deployment?.provider ?? {};
  return {
    memoryMb: typeof memorySize === 'number' ? memorySize : oslsSize.memoryMb,
    timeoutSeconds: typeof timeout === 'number' ? timeout : oslsSize.timeoutSeconds,
  };
}

/** The parameters of a stage, which override the default ones. */
function paramsOf(root: unknown, stage: string, files: ReadonlyMap<string, string>): Members {
  const params = membersOf(membersOf(root)['params']);
  const found = ['default', stage].map((name) => settingsIn(params[name], files));
  return Object.assign({}, ...found);
}

/** What osls sees with the plugin `headwater/serverless`. */
function withDefaults(written: Members, config: DeployedConfig): Members {
  const resources = merged(written['resources']);
  return filled(defaultConfiguration(written, config), { ...written, resources });
}

/** Settings in serverless.yml or in their own files. osls reports a malformed file. */
function settingsIn(value: unknown, files: ReadonlyMap<string, string>): Members {
  if (typeof value !== 'string') return membersOf(value);
  const settings: unknown[] = filesNamedIn(value).map((path) =>
    parseDocument(files.get(path) ?? '', { logLevel: 'silent' }).toJS(),
  );
  return Object.assign({}, ...settings.filter(isObject));
}

/** Replaces each value that is a known `${param:name}` as a whole. */
function withParams(value: unknown, params: Members): unknown {
  if (typeof value === 'string') {
    const [, name = ''] = /^\$\{param:([\w-]+)\}$/.exec(value) ?? [];
    return Object.hasOwn(params, name) ? params[name] : value;
  }
  if (Array.isArray(value)) return value.map((item) => withParams(item, params));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withParams(item, params)]));
}

/** @example defaultStage("${opt:stage, 'dev'}") // 'dev' */
function defaultStage(value: unknown): string {
  const text = typeof value === 'string' ? value : 'dev';
  return /^\$\{.*,\s*['"]([^'"]*)['"]\s*\}$/.exec(text)?.[1] ?? text;
}

/** Merges functions or resources that are a list of objects. It ignores strings in the list, which refer to other files. */
function merged(value: unknown): Members {
  const parts = Array.isArray(value) ? value : [value];
  return Object.assign({}, ...parts.filter(isObject));
}

/** Drops null members, as osls does. */
function objectsIn(members: Members): Functions {
  const objects = Object.entries(members).flatMap(([key, value]) => (isObject(value) ? [[key, value]] : []));
  return Object.fromEntries(objects) as Functions;
}

function locate(document: Document, lineCounter: LineCounter, path: readonly string[]) {
  const depth = path.findLastIndex((_, index) => document.hasIn(path.slice(0, index + 1)));
  const found = path.slice(0, depth + 1);
  const node = document.getIn(found, true) as { readonly range?: readonly number[] } | undefined;
  const { line, col: column } = lineCounter.linePos(node?.range?.[0] ?? 0);
  const pointer = found.map((name) => `/${name}`).join('');
  return { file: deploymentFile, pointer, line, column };
}
