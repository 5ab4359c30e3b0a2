/** What the options of `npx headwater verify` mean. */

import { layoutVersion } from '../../data/store/layout.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import { CommandError, type CommandLine } from '../commands/command-line.ts';
import type { TableChoice, verifyCommand } from '../commands/declared-commands.ts';

export interface VerifySettings extends TableChoice {
  /** What the service stores. */
  readonly types: StoredTypes;
  readonly isRepairing: boolean;
  /** Stores documents of older versions anew. */
  readonly isRaising: boolean;
  readonly isJson: boolean;
  /** Read units a second; Infinity when they are not limited. */
  readonly unitsPerSecond: number;
  readonly segments: number;
  /** The file that says how far a verification has come. */
  readonly progressFile: string | undefined;
}

/** @throws CommandError for an unknown layout. */
export function readVerifySettings(
  {
    repair,
    'to-layout': layout,
    json,
    units = Number.POSITIVE_INFINITY,
    segments,
    resume,
    ...table
  }: CommandLine<typeof verifyCommand>,
  types: StoredTypes,
): VerifySettings {
  const isRaising = isToLayout(layout);
  return {
    ...table,
    types,
    isRepairing: repair || isRaising,
    isRaising,
    isJson: json,
    unitsPerSecond: units,
    segments,
    progressFile: resume,
  };
}

/** @throws CommandError when there is no such layout. */
function isToLayout(layout: string | undefined): boolean {
  if (layout === undefined || layout === String(layoutVersion)) return layout !== undefined;
  const found = /^\d+$/.test(layout) ? `layout ${layout}` : `layout ${JSON.stringify(layout)}`;
  throw new CommandError(`There is no ${found}: this version of Headwater has layout ${layoutVersion} only.`);
}
