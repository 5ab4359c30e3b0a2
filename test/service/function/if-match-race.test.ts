/** Exactly one of many changes to a source with the same If-Match succeeds. */

import { beforeAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';

const rounds = amount({ few: 2, many: 2, most: 50 });
const writers = amount({ few: 50, many: 80, most: 200 });
/** 200 functions share one processor here; none of them may time out. */
const context = { getRemainingTimeInMillis: () => 600_000 };
const json = { 'content-type': 'application/json' };

let create: CallFunction;
let update: CallFunction;
let getById: CallFunction;
beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  create = await loadFunction(repository, 'source-create');
  update = await loadFunction(repository, 'source-update');
  getById = await loadFunction(repository, 'source-getById');
});

test('one of many PUTs with the same If-Match wins', { tags: ['property'] }, async () => {
  const created = await create({ method: 'POST', url: '/v1/source', headers: json, body: '{}' });
  const { _id: id } = created.body as { _id: string };
  const on = { url: `/v1/source/${id}`, pathParameters: { id } };
  for (let revision = 1; revision <= rounds; revision++) {
    const headers = { ...json, 'if-match': `"${revision}"` };
    const answers = await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const preprocessors = [{ type: 'set', field: 'round', value: `round ${revision}, writer ${writer}` }];
        const body = JSON.stringify({ preprocessors });
        const { status } = await update({ ...on, method: 'PUT', headers, body }, context);
        return { status, preprocessors };
      }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(writers - 1);
    expect((await getById(on)).body).toMatchObject({
      preprocessors: winners[0]?.preprocessors,
      revision: revision + 1,
    });
  }
});
