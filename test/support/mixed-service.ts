/** A service with a resource in Swagger 1.2, one in OpenAPI 3.1 and one in Swagger 2.0, whose handlers return their input. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../lib/headwater/compile/source/diagnostic.ts';
import { makeProject, type ProjectFiles } from './project.ts';
import { repository } from './repository.ts';

/** Files become their lengths: the JSON of a `Buffer` is a list of numbers. */
const echo = `type Sent = Readonly<Record<string, unknown>>;
const readable = (_key: string, value: unknown) =>
  value instanceof Uint8Array || (value as { type?: string } | null)?.type === 'Buffer' ? 'a file' : value;
export const handle = (input: unknown, body: unknown) =>
  JSON.parse(JSON.stringify({ input, body }, readable)) as Sent as any;
`;

const conflict = `import { ServiceError } from 'headwater/errors';
export const handle = (_input: unknown, body: any) => {
  if (body.book === 'lent') throw new ServiceError('state_conflict', 'Lent.', { members: { lentTo: 'Ada' } });
  return { ...body, _id: 'l1' };
};
`;

const operations = [
  ...['book/getById', 'loan/list', 'loan/replace', 'loan/addNote', 'reader/getById', 'reader/addPicture'],
  ...['reader/replace'],
];

function readFolder(folder: string): ProjectFiles {
  const names = readdirSync(join(repository, folder));
  return Object.fromEntries(
    names.map((name) => [`descriptors/${name}`, readFileSync(join(repository, folder, name), 'utf8')]),
  );
}

/** @returns the folder of the project, which is built. */
export async function makeMixedService(): Promise<string> {
  const project = await makeProject({
    ...readFolder('test/headwater/compile/openapi/mixed/descriptors'),
    ...Object.fromEntries(operations.map((name) => [`handlers/${name}.ts`, echo])),
    'handlers/loan/create.ts': conflict,
    'handlers/loan/deleteLoanById.ts': 'export const handle = () => undefined;\n',
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.map(describeDiagnostic)).toEqual([expect.stringContaining('W-NICKNAME')]);
  return project;
}
