/** package.json: what the installed package reads of it, and what it no longer does. */

import { installed } from '../../compile/built-by.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { addToConfig } from './config-members.ts';
import type { Finding, Project, ProjectCheck } from './finding.ts';
import { type JsonFile, jsonMembers, offsetOf, setMember } from './json-members.ts';

const file = 'package.json';

/** Emitted code imports handlers by these names, and handlers their types. */
const imports: Readonly<Record<string, string>> = {
  '#generated/*': './.generated/*',
  '#handlers/*': './handlers/*',
};

/** Programs of a copy of the framework, and the commands of the package. */
const programs: Readonly<Record<string, string>> = {
  'node lib/tools/local/start.ts': 'headwater start',
  'node lib/tools/build/main.ts': 'headwater build',
  'node lib/tools/cli/headwater.ts': 'headwater',
};

export const checkPackageJson: ProjectCheck = (project) => {
  const text = project.read(file);
  if (text === undefined)
    return [
      { file, offset: 0, found: 'no such file', change: 'npm init makes one; then npm install headwater' },
    ];
  const json: JsonFile = { file, text };
  return [
    ...checkDependency(json),
    ...checkImports(json),
    ...checkScripts(json),
    ...checkSettings(json, project),
    ...checkInstalled(project),
  ];
};

function checkDependency(json: JsonFile): Finding[] {
  const { dependencies, devDependencies, workspaces } = jsonMembers(json);
  const isNamed = [dependencies, devDependencies].some(
    (group) => ownMember(membersOf(group), 'headwater') !== undefined,
  );
  // Workspaces have what they depend on in a package.json of their own, or are it.
  if (isNamed || workspaces !== undefined) return [];
  const path = ['dependencies', 'headwater'];
  const range = `^${installed.version}`;
  return [
    {
      file,
      offset: offsetOf(json, path),
      found: 'no dependency "headwater"',
      change: `"headwater": "${range}" in "dependencies"`,
      edits: setMember(json, path, range),
    },
  ];
}

function checkImports(json: JsonFile): Finding[] {
  const declared = membersOf(jsonMembers(json)['imports']);
  const missing = Object.entries(imports).filter(([name, target]) => ownMember(declared, name) !== target);
  const found = missing.map(([name, target]) => ({
    file,
    offset: offsetOf(json, ['imports', name]),
    found: `${name} ${ownMember(declared, name) === undefined ? 'not in "imports"' : 'with another target'}`,
    change: `"${name}": "${target}"`,
    edits: setMember(json, ['imports', name], target),
  }));
  const service = ownMember(declared, '#service');
  if (service === undefined) return found;
  const module = {
    file,
    offset: offsetOf(json, ['imports', '#service']),
    found: '"#service", which nothing imports',
    change: `remove it; what ${String(service)} exports are members of headwater.config.ts: storedTypes, commands, startOptions, smokeDocument`,
  };
  return [...found, module];
}

function checkScripts(json: JsonFile): Finding[] {
  const { scripts, bin } = jsonMembers(json);
  const found = Object.entries(membersOf(scripts)).flatMap(([name, command]) => {
    const changed = Object.entries(programs).reduce(
      (line, [program, replacement]) => line.replaceAll(program, replacement),
      String(command),
    );
    const path = ['scripts', name];
    return changed === command
      ? []
      : [
          {
            file,
            offset: offsetOf(json, path),
            found: `the script "${name}" of a copied framework`,
            change: changed,
            edits: setMember(json, path, changed),
          },
        ];
  });
  if (!String(membersOf(bin)['headwater']).startsWith('lib/tools/')) return found;
  const program = {
    file,
    offset: offsetOf(json, ['bin']),
    found: 'the program "headwater" of a copied framework',
    change: 'remove it: the package has the program',
    edits: setMember(json, ['bin'], undefined),
  };
  return [...found, program];
}

/** The settings of the time before headwater.config.ts. */
function checkSettings(json: JsonFile, project: Project): Finding[] {
  const settings = jsonMembers(json)['headwater'];
  if (settings === undefined) return [];
  const added = addToConfig(project, membersOf(settings));
  const found = {
    file,
    offset: offsetOf(json, ['headwater']),
    found: 'settings in the member "headwater"',
    change: 'move them to headwater.config.ts, where they have the same names',
  };
  return [added ? { ...found, edits: [...added, ...setMember(json, ['headwater'], undefined)] } : found];
}

/** A lock that somebody has changed does not change the installed packages. */
function checkInstalled({ read }: Project): Finding[] {
  const lock = { file: 'package-lock.json', text: read('package-lock.json') ?? '{}' };
  const path = ['packages', 'node_modules/headwater'];
  const locked = membersOf(membersOf(jsonMembers(lock)['packages'])['node_modules/headwater'])['version'];
  if (locked === undefined || locked === installed.version) return [];
  const found = `headwater ${String(locked)}, and ${installed.version} is installed`;
  return [
    { file: lock.file, offset: offsetOf(lock, path), found, change: 'npm ci, or npm update headwater' },
  ];
}
