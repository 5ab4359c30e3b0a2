/**
 * The modules that import a marker of lib/headwater/shared/rights. Rights follow from these imports, not from paths: a module keeps them
 * wherever it lies, in the project, in a package, or behind a link.
 */

import { readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { keyRightsFile } from '../../../shared/rights/key-rights.ts';
import { noGetsFile } from '../../../shared/rights/no-gets.ts';
import { noUpdatesFile } from '../../../shared/rights/no-updates.ts';
import { serviceTableFile } from '../../../shared/rights/service-table.ts';
import { settingsRightsFile } from '../../../shared/rights/settings-rights.ts';
import { unitRightsFile } from '../../../shared/rights/unit-rights.ts';
import type { Bundles } from '../../bundle/bundle.ts';

type Metafile = Bundles['metafile'];

/** Paths as in the metafile. */
export interface MarkedModules {
  readonly keys: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
  readonly noGets: ReadonlySet<string>;
  readonly noUpdates: ReadonlySet<string>;
  readonly serviceTable: ReadonlySet<string>;
  /** The markers of another version of the framework: their importers would lose their rights. */
  readonly foreign: readonly string[];
}

export function markedModules({ inputs }: Metafile, projectFolder: string): MarkedModules {
  const foreign: string[] = [];
  const importersOf = (file: string) => {
    const named = Object.keys(inputs).filter((path) => nameOf(path) === nameOf(file));
    const { own = [], other = [] } = Object.groupBy(named, (path) =>
      isSameFile(resolve(projectFolder, path), file) ? 'own' : 'other',
    );
    foreign.push(...other);
    const importers = Object.entries(inputs).filter(([, { imports }]) =>
      imports.some(({ path }) => own.includes(path)),
    );
    return new Set(importers.map(([path]) => path));
  };
  return {
    keys: importersOf(keyRightsFile()),
    units: importersOf(unitRightsFile()),
    settings: importersOf(settingsRightsFile()),
    noGets: importersOf(noGetsFile()),
    noUpdates: importersOf(noUpdatesFile()),
    serviceTable: importersOf(serviceTableFile()),
    foreign,
  };
}

/** @example nameOf('node_modules/headwater/shared/rights/key-rights.js') // 'shared/rights/key-rights' */
function nameOf(path: string): string {
  return path
    .replaceAll(sep, '/')
    .replace(/\.\w+$/, '')
    .split('/')
    .slice(-3)
    .join('/');
}

/** Or a copy of it: a project may have its own copy of the framework that builds it. */
function isSameFile(path: string, file: string): boolean {
  return path === file || textOf(path) === textOf(file);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
