/** The parts of serverless.yml that count towards limits of AWS. */

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Document, LineCounter, parseDocument, type Tags, type YAMLMap, type YAMLSeq } from 'yaml';
import { isObject, membersOf } from '../../shared/json/is-object.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
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
  /** The variables of single functions: `custom.when`. */
  readonly variables: Members;
  /** The position of the innermost existing member on this path. */
  readonly locate: (path: readonly string[]) => Pick<Diagnostic, 'file' | 'pointer' | 'line' | 'column'>;
}

/** A project without serverless.yml is not deployed: no deployment, no diagnostic. */
export async function readDeployment(
  projectFolder: string,
): Promise<{ readonly deployment?: Deployment; readonly diagnostics: readonly Diagnostic[] }> {
  const read = (path: string) => readFile(join(projectFolder, path), 'utf8').catch(() => undefined);
  const text = await read(deploymentFile);
  if (text === undefined) return { diagnostics: [] };
  const paths = await filesNamedIn(text, projectFolder);
  const files = paths.map(async (path) => [path, await read(path)] as const);
  const found = (await Promise.all(files)).flatMap(([path, content]) =>
    content ? [[path, content] as const] : [],
  );
  return parseDeployment(text, new Map(found));
}

/** The files that describe a deployment, whether they exist or not: paths below the project. */
export async function deploymentFiles(projectFolder: string): Promise<readonly string[]> {
  const text = await readFile(join(projectFolder, deploymentFile), 'utf8').catch(() => '');
  return [deploymentFile, ...(await filesNamedIn(text, projectFolder))];
}

/** osls's `${file(…)}` with a file of settings, or with the module that reads the settings of each stage. */
const fileReference = /\$\{file\(([^(){}]+(?:\.ya?ml|\/settings\.cjs))\)\}/g;

async function filesNamedIn(text: string, projectFolder: string): Promise<string[]> {
  const named = [...text.matchAll(fileReference)].map(async ([, path = '']) => {
    if (!path.endsWith('.cjs')) return path;
    const names = await readdir(join(projectFolder, dirname(path))).catch(() => []);
    return names.filter((name) => name.endsWith('.yml')).map((name) => `${dirname(path)}/${name}`);
  });
  return (await Promise.all(named)).flat();
}

/** @param files The stage files, by the paths to which the text refers. */
export function parseDeployment(
  text: string,
  files: ReadonlyMap<string, string> = new Map(),
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
  const written: unknown = document.toJS();
  const stage = defaultStage(membersOf(membersOf(written)['provider'])['stage']);
  const root = membersOf(withParams(written, paramsOf(written, stage, files)));
  const provider = membersOf(root['provider']);
  const deployment = {
    service: String(root['service'] ?? ''),
    stage,
    provider,
    functions: functionsIn(merged(root['functions'])),
    resources: membersOf(merged(root['resources'])['Resources']),
    variables: membersOf(membersOf(root['custom'])['when']),
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

/** The short tags of CloudFormation, resolved to their full objects. */
const intrinsicNames =
  'Ref Condition GetAtt Sub Join ImportValue Select Split If FindInMap Equals Base64 Cidr GetAZs And Or Not Transform';
const intrinsics: Tags = intrinsicNames.split(' ').flatMap((name) => {
  const tag = `!${name}`;
  const key = name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`;
  const ofText = (text: string) => ({ [key]: name === 'GetAtt' ? text.split('.') : text });
  const ofCollection = (node: YAMLMap | YAMLSeq) => ({ [key]: node.toJSON() as unknown });
  return [
    { tag, resolve: ofText },
    { tag, collection: 'seq' as const, resolve: ofCollection },
    { tag, collection: 'map' as const, resolve: ofCollection },
  ];
});

/** The parameters of a stage, which override the default ones. */
function paramsOf(root: unknown, stage: string, files: ReadonlyMap<string, string>): Members {
  const params = membersOf(membersOf(root)['params']);
  const found = ['default', stage].map((name) => settingsIn(params[name], stage, files));
  return Object.assign({}, ...found);
}

/** Settings in serverless.yml or in their own files. osls reports a malformed file. */
function settingsIn(value: unknown, stage: string, files: ReadonlyMap<string, string>): Members {
  const [[, path = ''] = []] = typeof value === 'string' ? [...value.matchAll(fileReference)] : [];
  if (path === '') return isObject(value) ? value : {};
  const paths = path.endsWith('.cjs')
    ? ['default', stage].map((name) => `${dirname(path)}/${name}.yml`)
    : [path];
  const settings = paths.map((each): unknown =>
    parseDocument(files.get(each) ?? '', { logLevel: 'silent' }).toJS(),
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
function functionsIn(members: Members): Functions {
  const functions = Object.entries(members).flatMap(([key, value]) =>
    isObject(value) ? [[key, value]] : [],
  );
  return Object.fromEntries(functions) as Functions;
}

function locate(document: Document, lineCounter: LineCounter, path: readonly string[]) {
  const depth = path.findLastIndex((_, index) => document.hasIn(path.slice(0, index + 1)));
  const found = path.slice(0, depth + 1);
  const node = document.getIn(found, true) as { readonly range?: readonly number[] } | undefined;
  const { line, col: column } = lineCounter.linePos(node?.range?.[0] ?? 0);
  const pointer = found.map((name) => `/${name}`).join('');
  return { file: deploymentFile, pointer, line, column };
}
