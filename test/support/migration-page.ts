/** The document types of docs/headwater/migrations.md: the versions of its customers, from the first to the last. */

import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentType, ManagedMembers } from '../../lib/headwater/data/search/document-type.ts';
import { cleanUp } from './clean-up.ts';
import { filesIn } from './documentation.ts';
import { writeFiles } from './project.ts';
import { repository } from './repository.ts';

/** In the order of their versions; the last one has a rule besides. */
const modules = [
  ...['customers.ts', 'rename/customers.ts', 'split/customers.ts', 'term/customers.ts'],
  'unique/customers.ts',
] as const;

/** The members that a version of the page may have. */
export interface Customer extends ManagedMembers {
  readonly name?: string;
  readonly fullName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email: string;
}

export interface MigrationPage {
  readonly markdown: string;
  /** A folder with the modules of the page, and the packages of this repository. */
  readonly folder: string;
  readonly modules: readonly string[];
  /** The types of versions 1 to 4. */
  readonly types: readonly DocumentType<Customer>[];
  /** Version 4 with unique addresses. */
  readonly uniqueType: DocumentType<Customer>;
}

export async function loadMigrationPage(): Promise<MigrationPage> {
  const markdown = await readFile(join(repository, 'docs/headwater/migrations.md'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'headwater-migrations-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFiles(folder, { ...Object.fromEntries(filesIn(markdown)), 'package.json': { type: 'module' } });
  const types: DocumentType<Customer>[] = [];
  for (const path of modules) {
    const { customerType } = await import(/* @vite-ignore */ join(folder, path));
    types.push(customerType);
  }
  const [uniqueType] = types.splice(-1);
  if (!uniqueType) throw new Error('The page has no types.');
  return { markdown, folder, modules, types, uniqueType };
}
