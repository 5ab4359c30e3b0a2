/** `npx headwater doctor`: what a project must change for the installed version. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../../compile/built-by.ts';
import { positionsIn } from '../../compile/source/descriptor-file.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { doctorCommand } from '../command-line/declared-commands.ts';
import { checkBuild, checkConfig } from './build.ts';
import { checkCopy } from './copy.ts';
import { applyFindings, type Finding, openProject, type Project, type ProjectCheck } from './finding.ts';
import { checkImports } from './imports.ts';
import { checkListing } from './listing.ts';
import { checkPackageJson } from './package-json.ts';
import { checkServerlessYml } from './serverless-yml.ts';
import { checkTsconfig } from './tsconfig-json.ts';

const checks: readonly ProjectCheck[] = [
  checkPackageJson,
  checkTsconfig,
  checkServerlessYml,
  checkListing,
  checkConfig,
  checkImports,
  checkCopy,
  checkBuild,
];

/** Each round makes at least one change. A member of a file rarely touches more than two others. */
const maxRounds = 20;

export async function doctor({ fix }: CommandLine<typeof doctorCommand>): Promise<CommandResult> {
  const project = openProject(process.cwd());
  const fixed = fix ? await fixAll(project) : [];
  const findings = await examine(project);
  const done = fixed.length === 0 ? [] : [`Changed ${fixed.toSorted().join(', ')}.`];
  if (findings.length === 0) return { output: [...done, nothingToDo()].join('\n\n'), exitCode: 0 };
  const list = inOrder(findings).map((finding) => describe(finding, project));
  return { output: [...done, ...list, summarize(findings)].join('\n\n'), exitCode: 1 };
}

async function examine(project: Project): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map((check) => check(project)))).flat();
}

/** A round leaves what touches a change of it to the next. @returns the changed files. */
async function fixAll(project: Project): Promise<readonly string[]> {
  const fixed = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const texts = applyFindings(await examine(project), project.read);
    if (texts.size === 0) break;
    for (const [file, text] of texts) {
      writeText(project, file, text);
      fixed.add(file);
    }
  }
  return [...fixed];
}

/** @throws CommandError if that is not possible. */
function writeText({ folder }: Project, file: string, text: string): void {
  try {
    writeFileSync(join(folder, file), text);
  } catch (cause) {
    throw new CommandError(`${file} cannot be written (${String(membersOf(cause)['code'])}).`, 1, { cause });
  }
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const byFile = Map.groupBy(findings, ({ file }) => file);
  return [...byFile.values()].flatMap((each) => each.toSorted((one, other) => one.offset - other.offset));
}

/**
 * @example
 * handlers/note/read.ts:1:29
 *   found   an import of ../../lib/data/documents.ts
 *   change  'headwater/documents' (--fix)
 */
function describe({ file, offset, found, change, edits }: Finding, { read }: Project): string {
  const { line, column } = positionsIn(read(file) ?? '')(offset);
  const how = edits ? ' (--fix)' : '';
  return [`${file}:${line}:${column}`, `  found   ${found}`, `  change  ${change}${how}`].join('\n');
}

function nothingToDo(): string {
  return `Nothing to do: the project fits headwater ${installed.version}, on Node.js ${process.versions.node}.`;
}

function summarize(findings: readonly Finding[]): string {
  const fixable = findings.filter(({ edits }) => edits).length;
  const how = fixable === 0 ? '' : `; npx headwater doctor --fix makes ${fixable} of them`;
  return `${count(findings.length, 'change')} for headwater ${installed.version}${how}.`;
}
