/** tsconfig.json extends the settings of the compiler that the package has. */

import { posix } from 'node:path';
import { itemsOf } from '../../shared/json/is-object.ts';
import type { Project, ProjectCheck } from './finding.ts';
import { jsonMembers, offsetOf, setMember } from './json-members.ts';

const file = 'tsconfig.json';
const base = 'headwater/tsconfig.json';

const whole = `{
  "extends": "${base}",
  "include": ["handlers", "lib", "test", "headwater.config.ts", ".generated/functions"]
}
`;

export const checkTsconfig: ProjectCheck = (project) => {
  const text = project.read(file);
  if (text === undefined) {
    const edits = [{ file, offset: 0, length: 0, content: whole }];
    return [{ file, offset: 0, found: 'no such file', change: `one that extends ${base}`, edits }];
  }
  const json = { file, text };
  if (extendsBase(project, file)) return [];
  // The project's own options come last, and decide.
  const own = extendedBy(jsonMembers(json)['extends']);
  const edits = setMember(json, ['extends'], own.length === 0 ? base : [base, ...own]);
  const offset = offsetOf(json, ['extends']);
  return [
    { file, offset, found: `settings that do not extend ${base}`, change: `"extends": "${base}"`, edits },
  ];
};

function extendsBase(project: Project, path: string, seen: readonly string[] = []): boolean {
  const text = project.read(path);
  if (text === undefined || seen.includes(path)) return false;
  return extendedBy(jsonMembers({ file: path, text })['extends']).some(
    (name) =>
      name === base ||
      (name.startsWith('.') && extendsBase(project, posix.join(posix.dirname(path), name), [...seen, path])),
  );
}

function extendedBy(value: unknown): readonly string[] {
  return (typeof value === 'string' ? [value] : itemsOf(value)).map(String);
}
