/** `npx headwater sbom`: the packages of which a function, a page or an archive contains code or data. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copiedPaths } from '../../compile/emit/reference/reference-files.ts';
import {
  generatedFolder,
  metafilePath,
  pageMetafilePath,
} from '../../compile/emit/wiring/generated-files.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { referenceFolder } from '../../shared/plan/reference-files.ts';
import { CommandError } from '../command-line/command-line.ts';

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** The entries of package-lock.json, by their folders. */
type Lock = Readonly<Record<string, LockedPackage>>;

interface LockedPackage {
  /** Only of a package that is installed under another name. */
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
}

export async function sbom(): Promise<CommandResult> {
  const built = await readJson<Metafile>(join(generatedFolder, metafilePath));
  if (!built) throw new CommandError('There is no build to list: run "npm run build" first.');
  const pages = await readJson<Metafile>(join(generatedFolder, pageMetafilePath));
  const lock = await readJson<{ readonly packages: Lock }>('package-lock.json');
  const about = await readJson<{ readonly name: string; readonly version?: string }>('package.json');
  const files = [...shippedFiles(built), ...(pages ? shippedFiles(pages) : []), ...copiedFiles()];
  const folders = new Set([
    ...files.flatMap((path) => packageFolder.exec(path)?.[0] ?? []),
    ...(await packagesOfData(files)),
  ]);
  const components = [...folders]
    .toSorted()
    .map((folder) => component(folder, ownMember(lock?.packages, folder)));
  const { name = '', version } = about ?? {};
  const metadata = { component: omitUndefined({ type: 'application', name, version }) };
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components };
  return { output: JSON.stringify(document, null, 2), exitCode: 0 };
}

async function readJson<Content>(path: string): Promise<Content | undefined> {
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined;
}

/** Matches the folder of the package that a file belongs to: `node_modules/a/node_modules/b/index.js` belongs to the inner package. */
const packageFolder = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;

function shippedFiles({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
}

function copiedFiles(): readonly string[] {
  return existsSync(join(generatedFolder, referenceFolder)) ? copiedPaths : [];
}

/** JSON that a script makes of the data of a package has its package URL as the member `source`. */
const packageUrl = /^pkg:npm\/(\S+)@[^@\s]+$/;

async function packagesOfData(files: readonly string[]): Promise<string[]> {
  const own = [...new Set(files)].filter((path) => path.endsWith('.json') && !path.includes('node_modules/'));
  const named = own.map(async (path) => {
    const { source = '' } = (await readJson<{ readonly source?: string }>(path)) ?? {};
    const [, name] = packageUrl.exec(source) ?? [];
    return name === undefined ? [] : [`node_modules/${name.replace('%40', '@')}`];
  });
  return (await Promise.all(named)).flat();
}

function component(folder: string, known: LockedPackage | undefined) {
  if (!known)
    throw new CommandError(`The build contains ${folder}, which package-lock.json does not have.`, 1);
  const own = known.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${own.replace('@', '%40')}@${known.version}`;
  const [algorithm = '', digest = ''] = (known.integrity ?? '').split('-');
  const hash = {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
  return omitUndefined({
    type: 'library',
    'bom-ref': purl,
    name: own,
    version: known.version,
    purl,
    licenses: known.license === undefined ? undefined : [{ license: { id: known.license } }],
    hashes: digest === '' ? undefined : [hash],
  });
}
