/** The framework and its pages serve any service: they name nothing that only the service of this repository has. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import config from '../../headwater.config.ts';
import { declaredProblems } from '../service/support/service-problems.ts';
import { readBackground, readOwnOperations } from '../support/own-operations.ts';
import { repository } from '../support/repository.ts';

/** A resource that a team adds may have the name of an example. */
const resources = ['pipeline', 'preprocessor', 'source', 'stream'];
const functions = [...(await readOwnOperations()), ...(await readBackground())];
const ids = functions.map(({ id }) => id).filter((id) => resources.some((name) => id.startsWith(`${name}-`)));
const { custom, resources: declared } = parse(readFileSync(join(repository, 'serverless.yml'), 'utf8'), {
  logLevel: 'silent',
});

const oneOf = (names: readonly string[]) => `(?:${names.join('|')})`;
const ownVariables = [...Object.keys(custom.headwater.when), ...Object.keys(custom.headwater.flags)];

/** What only this service has, by kind. The names come from its own declarations, and the words are terms of its field. */
const own: Readonly<Record<string, RegExp>> = {
  'a path': new RegExp(`/v1/${oneOf(resources)}\\b`),
  'a function': new RegExp(`\\b${oneOf(ids)}\\b`),
  'a scope': new RegExp(`\\b${oneOf(resources)}:(?:read|write)\\b`),
  'a problem': new RegExp(`\\b${oneOf(Object.keys(declaredProblems))}\\b`),
  'a command': new RegExp(
    `\\bheadwater ${oneOf((config.commands ?? []).map(({ declaration }) => declaration.name))}\\b`,
  ),
  'an alarm': new RegExp(`\\b${oneOf(Object.keys(declared.Resources))}\\b`),
  'a variable': new RegExp(`\\b${oneOf(ownVariables)}\\b`),
  'a parameter': new RegExp(`\\b${oneOf(Object.keys(config.stages?.['default']?.params ?? {}))}\\b`),
  'a page': new RegExp(`\\b${oneOf(Object.keys(config.pages ?? {}))}\\b`),
  // Also parts of names in code, such as `SinkDelaySeconds`.
  'a word': /[Pp]re[Pp]rocessor|[Rr]eplay|[Qq]uarantine|[Gg]eo[Ii]p|\b[Gg]rok\b|\bsinks?\b|Sinks?(?![a-z])/,
};

const files = globSync(['docs/headwater/**/*.{md,svg,json}', 'lib/headwater/**/*.{ts,yml,json,md}'], {
  cwd: repository,
});

test.each(Object.entries(own))(
  'no file of the framework and of its shelf names %s of this service',
  (_kind, pattern) => {
    const named = files.flatMap((file) => {
      const lines = readFileSync(join(repository, file), 'utf8').split('\n');
      return lines.flatMap((line, at) => {
        const [found] = pattern.exec(line) ?? [];
        return found === undefined ? [] : [`${file}:${at + 1}: ${found}`];
      });
    });
    expect(named).toEqual([]);
  },
);

test('the files of this service name something of each kind', () => {
  const shelf = globSync(['docs/service/**/*.md', 'serverless.yml'], { cwd: repository });
  const text = shelf.map((file) => readFileSync(join(repository, file), 'utf8')).join('\n');
  expect(Object.entries(own).flatMap(([kind, pattern]) => (pattern.test(text) ? [] : [kind]))).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});
