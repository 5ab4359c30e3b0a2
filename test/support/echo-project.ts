/** A project whose operations return the input of their handlers. */

import { expect } from 'vitest';
import { build } from '../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from './emitted-function.ts';
import { listing, makeProject } from './project.ts';

/** Files become text: the JSON of a `Buffer` is a list of numbers. */
const echo = (nickname: string) => `import type { Handle } from '#generated/types/thing/${nickname}.ts';
function readable(this: Record<string, unknown>, key: string) {
  const value = this[key];
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}
export const handle: Handle = (input: unknown, body: unknown) =>
  JSON.parse(JSON.stringify({ input, body: body ?? null }, readable));
`;

interface EchoOperation {
  readonly method: string;
  readonly path: string;
  readonly nickname: string;
  readonly parameters: readonly object[];
  readonly consumes?: readonly string[];
}

/** @returns a function that loads the emitted function of a nickname. */
export async function makeEchoProject(
  operations: readonly EchoOperation[],
  models: object = {},
  settings: object = {},
): Promise<(nickname: string) => Promise<CallFunction>> {
  const apis = operations.map(({ path, ...operation }) => ({
    path,
    operations: [{ type: 'any', 'x-status': 200, ...operation }],
  }));
  const project = await makeProject(
    {
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': { resourcePath: '/', apis, models },
      ...Object.fromEntries(
        operations.map(({ nickname }) => [`handlers/thing/${nickname}.ts`, echo(nickname)]),
      ),
    },
    { settings },
  );
  expect((await build(project)).diagnostics.map(describeDiagnostic)).toEqual([]);
  return (nickname) => loadFunction(project, `thing-${nickname}`);
}
