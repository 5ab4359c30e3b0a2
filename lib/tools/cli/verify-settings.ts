/** The options of `npx headwater verify`. */

import { parseArgs } from 'node:util';
import { layoutVersion } from '../../data/store/layout.ts';
import { CommandError } from '../import/command.ts';
import { readTableChoice, type TableChoice, tableOptions, tableUsage } from './table-options.ts';

export interface VerifySettings extends TableChoice {
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

const maxSegments = 64;

export const verifyUsage = `verify ${tableUsage} [--repair] [--to-layout N] [--json] [--units N] [--segments N] [--resume FILE]`;

/** @throws CommandError for an unknown option, and for a number that is not one. */
export function readVerifySettings(args: readonly string[]): VerifySettings {
  const { repair, json, units, segments, resume, ...others } = parse(args);
  const isRaising = isToLayout(others['to-layout']);
  return {
    ...readTableChoice(others),
    isRepairing: repair || isRaising,
    isRaising,
    isJson: json,
    unitsPerSecond: units === undefined ? Number.POSITIVE_INFINITY : wholeNumber('units', units, 1_000_000),
    segments: wholeNumber('segments', segments, maxSegments),
    progressFile: resume,
  };
}

/** @throws CommandError when there is no such layout. */
function isToLayout(layout: string | undefined): boolean {
  if (layout === undefined || layout === String(layoutVersion)) return layout !== undefined;
  const found = /^\d+$/.test(layout) ? `layout ${layout}` : `layout ${JSON.stringify(layout)}`;
  throw new CommandError(`There is no ${found}: this version of Headwater has layout ${layoutVersion} only.`);
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...tableOptions,
        repair: { type: 'boolean', default: false },
        'to-layout': { type: 'string' },
        json: { type: 'boolean', default: false },
        units: { type: 'string' },
        segments: { type: 'string', default: '4' },
        resume: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    // The rest of parseArgs' message explains how to pass positionals that begin with a dash.
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandError(`${sentence}: npx headwater ${verifyUsage}`);
  }
}

function wholeNumber(option: string, text: string, highest: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= highest) return value;
  throw new CommandError(
    `--${option} takes a whole number from 1 to ${highest}, not ${JSON.stringify(text)}.`,
  );
}
