/** Pipelines that sources share: the resource, and pushes, replays and previews that run them, through the functions as they ship. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PipelineRecord } from '../../../lib/service/pipelines/pipeline-record.ts';
import type { PipelineReader } from '../../../lib/service/pipelines/pipelines.ts';
import { pipelineOf } from '../../../lib/service/pipelines/stored-pipeline.ts';
import { amount } from '../../support/amount.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { commandNamed } from '../../support/command.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    'pipeline-list',
    'pipeline-getByName',
    'pipeline-put',
    'pipeline-remove',
    'source-createMappingPreview',
    'source-putSample',
    'source-listFields',
    'source-patch',
    'stream-push',
    'stream-listRecords',
    'stream-listFailures',
    'stream-createReplay',
    'stream-createReplayJob',
  ]);
});

type Steps = readonly object[];

async function put(name: string, preprocessors: Steps, more: object = {}) {
  const answer = await service.call('pipeline-put', { name, body: { preprocessors, ...more } });
  if (answer.status > 201) throw new Error(JSON.stringify(answer.body));
  return answer;
}

const runs = (name: string, more: object = {}) => ({ type: 'pipeline', name, ...more });
const set = (field: string, value: unknown = true) => ({ type: 'set', field, value });
const add = (value: string) => ({ type: 'append', field: 'log', value });

/** What a push of one record to a new stream of a new source makes of it. */
async function pushed(preprocessors: Steps, record: object = {}, more: object = {}) {
  const id = await service.makeStream({
    source: await service.makeSource({ preprocessors, ...more }),
  });
  const { body } = await service.call('stream-push', { id, body: [record] });
  const { items, dropped_count: dropped } = Object(body);
  if (dropped === 1) return 'dropped';
  const { hits } = Object((await service.call('stream-listRecords', { id })).body);
  return hits[0]?.document ?? items?.[0] ?? body;
}

describe('the resource', () => {
  test('a pipeline is created, replaced, read and deleted by its name', async () => {
    const body = { description: 'Access logs', tags: ['web'], preprocessors: [set('a')] };
    const created = await service.call('pipeline-put', { name: 'Access.log-1', body });
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...body,
        name: 'Access.log-1',
        revision: 1,
        preprocessors: [{ ...set('a'), summary: expect.any(String), outputs: ['a'] }],
      },
    });
    expect(created.body).not.toHaveProperty('_id');
    const { created: time, updated } = Object(created.body);
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    expect(updated).toBe(time);
    const read = await service.call('pipeline-getByName', { name: 'Access.log-1' });
    expect(read).toMatchObject({
      status: 200,
      body: created.body,
      headers: { etag: expect.stringMatching(/^"1-[0-9a-z]+"$/) },
    });
    const replaced = await service.call('pipeline-put', {
      name: 'Access.log-1',
      body: { on_failure: [set('b')] },
    });
    expect(replaced.body).toMatchObject({
      revision: 2,
      created: time,
      tags: [],
      preprocessors: [],
      on_failure: [set('b')],
    });
    expect(replaced.body).not.toHaveProperty('description');
    expect(await service.call('pipeline-remove', { name: 'Access.log-1' })).toMatchObject({ status: 204 });
    for (const name of ['pipeline-getByName', 'pipeline-remove'])
      expect(await service.call(name, { name: 'Access.log-1' })).toMatchObject({
        status: 404,
        body: { detail: 'There is no pipeline Access.log-1.' },
      });
  });

  test('If-Match and If-None-Match guard a change, and what was read may be sent back', async () => {
    const change = (headers: Record<string, string>, body: object = {}) =>
      service.call('pipeline-put', { name: 'guarded', body, headers });
    expect(await change({ 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await change({ 'if-none-match': '*' })).toMatchObject({ status: 201 });
    expect(await change({ 'if-none-match': '*' })).toMatchObject({ status: 412 });
    expect(await change({ 'if-match': '"2"' })).toMatchObject({ status: 412 });
    const { body, headers } = await service.call('pipeline-getByName', { name: 'guarded' });
    const { etag = '' } = headers;
    expect(await change({ 'if-match': etag }, Object(body))).toMatchObject({
      status: 200,
      body: { revision: 2 },
    });
    expect(await change({}, { name: 'other' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/name', message: 'must be "guarded", as in the path, or absent' }] },
    });
    const removal = { name: 'guarded', headers: { 'if-match': etag } };
    expect(await service.call('pipeline-remove', removal)).toMatchObject({ status: 412 });
    // Deleted and created again, it begins at revision 1 again, and what was read of the first one matches nothing.
    expect(await service.call('pipeline-remove', { name: 'guarded' })).toMatchObject({ status: 204 });
    expect(await change({})).toMatchObject({ status: 201, body: { revision: 1 } });
    expect(await change({ 'if-match': etag })).toMatchObject({ status: 412 });
  });

  test('is checked when it is stored, like a source', async () => {
    const send = async (name: string, body: object) => {
      const answer = await service.call('pipeline-put', { name, body });
      return [answer.status, Object(answer.body).errors?.[0].pointer ?? Object(answer.body).errors?.[0].name];
    };
    expect(await send('bad', { preprocessors: [{ type: 'trim' }] })).toEqual([400, '/preprocessors/0/field']);
    expect(await send('bad', { on_failure: [runs('a b')] })).toEqual([400, '/on_failure/0/name']);
    expect(await send('bad', { preprocessors: [runs('{{name}}')] })).toEqual([400, '/preprocessors/0/name']);
    expect(await send('bad', { preprocessors: Array(257).fill({ type: 'drop' }) })).toEqual([
      400,
      '/preprocessors',
    ]);
    expect(await send('-bad', {})).toEqual([400, 'name']);
    expect(await service.call('pipeline-getByName', { name: 'bad' })).toMatchObject({ status: 404 });
  });

  test('many clients create one at the same time: it has as many revisions', async () => {
    const puts = Array.from({ length: 5 }, (_, index) => put('contended', [set('a', index)]));
    const answers = (await Promise.all(puts)).map(({ status, body }) => [Object(body).revision, status]);
    expect(answers.toSorted()).toEqual([[1, 201], ...[2, 3, 4, 5].map((revision) => [revision, 200])]);
  });

  test('lists are sorted by name within a page, and searched', async () => {
    await put('list-b', [{ type: 'drop' }], { tags: ['listed'] });
    await put('list-a', [set('a')], { tags: ['listed'], description: 'The first of them' });
    const list = async (query: string) => {
      const { body } = await service.call('pipeline-list', { query });
      return [Object(body).total, Object(body).hits.map(({ name }: { name: string }) => name)];
    };
    expect(await list('?query=tags:listed')).toEqual([2, ['list-a', 'list-b']]);
    expect(await list('?query=list-*')).toEqual([2, ['list-a', 'list-b']]);
    expect(await list('?query=tags:listed%20preprocessors.type:drop')).toEqual([1, ['list-b']]);
    expect(await list('?query=first')).toEqual([1, ['list-a']]);
    expect(await list('?query=tags:listed%20created:%3E=now-1h')).toEqual([2, ['list-a', 'list-b']]);
    expect(await list('?query=tags:listed%20created:%3Cnow-1h')).toEqual([0, []]);
    const { body } = await service.call('pipeline-list', { query: '?query=tags:listed&size=1' });
    const after = Object(body).after;
    const rest = await service.call('pipeline-list', { query: `?query=tags:listed&size=1&after=${after}` });
    const names = [body, rest.body].flatMap((page) =>
      Object(page).hits.map(({ name }: { name: string }) => name),
    );
    expect(names.toSorted()).toEqual(['list-a', 'list-b']);
  });
});

describe('a step that runs a pipeline', () => {
  test('runs it where it stands, with its condition, and pipelines within it', async () => {
    await put('inner', [add('inner of {{_ingest.pipeline}}')]);
    await put('outer', [add('first'), runs('inner'), add('last of {{_ingest.pipeline}}')]);
    const steps = [add('before'), runs('outer', { if: 'kind:web' }), add('after{{_ingest.pipeline}}')];
    expect(await pushed(steps, { kind: 'web' })).toEqual({
      kind: 'web',
      log: ['before', 'first', 'inner of inner', 'last of outer', 'after'],
    });
    expect(await pushed(steps, { kind: 'other' })).toMatchObject({ log: ['before', 'after'] });
  });

  test('whose pipeline is missing quarantines the record, and a replay mends it', async () => {
    const source = await service.makeSource({ preprocessors: [runs('later')] });
    const id = await service.makeStream({ source });
    expect(await service.call('stream-push', { id, body: [{}, {}] })).toMatchObject({
      status: 200,
      body: {
        items: [
          {
            status: 'quarantined',
            error: { code: 'missing_pipeline', message: 'There is no pipeline later.' },
            step: 0,
          },
          {},
        ],
      },
    });
    await put('later', [set('made')]);
    const one = { failures: true, limit: 1 };
    expect(await service.call('stream-createReplay', { id, body: one })).toMatchObject({ status: 201 });
    const job = await service.call('stream-createReplayJob', { id, body: { failures: true } });
    expect(job.status).toBe(202);
    expect(await pushed([runs('none', { ignore_missing_pipeline: true }), set('a')])).toEqual({ a: true });
    expect(await pushed([runs('none', { ignore_failure: true }), set('a')])).toEqual({ a: true });
    const { hits } = Object((await service.call('stream-listRecords', { id })).body);
    expect(hits[0].document).toEqual({ made: true });
  });

  test('that drops, drops the record; one that terminates ends that pipeline', async () => {
    await put('drops', [runs('drops-inside')]);
    await put('drops-inside', [{ type: 'drop', if: 'a:1' }, set('kept')]);
    expect(await pushed([runs('drops'), set('b')], { a: 1 })).toBe('dropped');
    expect(await pushed([runs('drops'), set('b')], { a: 2 })).toEqual({ a: 2, kept: true, b: true });
    await put('ends', [set('c'), { type: 'terminate' }, set('d')]);
    expect(await pushed([runs('ends'), set('e')])).toEqual({ c: true, e: true });
  });

  test('fails with the failure of its step, and says which it is', async () => {
    await put('fails-inside', [set('a'), { type: 'fail', message: 'No.', tag: 'why' }, set('b')]);
    await put('fails', [runs('fails-inside')]);
    const within = { pipeline: 'fails-inside', pointer: '/1', type: 'fail', tag: 'why' };
    expect(await pushed([set('c'), runs('fails')])).toMatchObject({
      error: { code: 'failed', message: 'No.', within },
      step: 1,
    });
    const told = [
      set('message', '{{_ingest.on_failure_message}}'),
      set('type', '{{_ingest.on_failure_processor_type}}/{{_ingest.on_failure_processor_tag}}'),
      set('pipeline', '{{_ingest.on_failure_pipeline}}'),
    ];
    const found = { a: true, message: 'No.', type: 'fail/why', pipeline: 'fails-inside' };
    expect(await pushed([runs('fails', { on_failure: told }), set('d')])).toEqual({ ...found, d: true });
    expect(await pushed([runs('fails'), set('d')], {}, { on_failure: told })).toEqual(found);
    expect(await pushed([runs('fails', { ignore_failure: true }), set('d')])).toEqual({ a: true, d: true });
    const { hits } = Object(
      (
        await service.call('stream-listFailures', {
          id: await (async () => {
            const stream = await service.makeStream({
              source: await service.makeSource({ preprocessors: [runs('fails')] }),
            });
            await service.call('stream-push', { id: stream, body: [{}] });
            return stream;
          })(),
        })
      ).body,
    );
    expect(hits[0].error.within).toEqual(within);
  });

  test('whose pipeline has on_failure goes on after it', async () => {
    await put('rescues', [{ type: 'fail', message: 'No.' }, set('unreached')], {
      on_failure: [set('rescued', '{{_ingest.on_failure_message}}/{{_ingest.on_failure_pipeline}}')],
    });
    expect(await pushed([runs('rescues'), set('after')])).toEqual({ rescued: 'No./rescues', after: true });
    await put('rescues-not', [{ type: 'fail', message: 'First.' }], {
      on_failure: [{ type: 'fail', message: 'Second.' }],
    });
    expect(await pushed([runs('rescues-not')])).toMatchObject({
      error: {
        message: 'First. Its on_failure failed, too: Second.',
        within: { pipeline: 'rescues-not', pointer: '/0' },
      },
    });
  });

  test('within foreach, each and on_failure', async () => {
    await put('upper', [{ type: 'uppercase', field: '_ingest._value' }]);
    const each = { type: 'foreach', field: 'list', processor: runs('upper') };
    expect(await pushed([each], { list: ['a', 'b'] })).toEqual({ list: ['A', 'B'] });
    expect(await pushed([{ ...each, ignore_failure: true }], { list: [1] })).toEqual({ list: [1] });
    expect(await pushed([each], { list: [1] })).toMatchObject({
      error: { code: 'wrong_type', within: { pipeline: 'upper', pointer: '/0', type: 'uppercase' } },
    });
    await put('noted', [set('noted', '{{_ingest.on_failure_message}}')]);
    const fails = { type: 'fail', message: 'No.', on_failure: [runs('noted')] };
    expect(await pushed([fails])).toEqual({ noted: 'No.' });
    expect(await pushed([{ type: 'fail', message: 'No.' }], {}, { on_failure: [runs('noted')] })).toEqual({
      noted: 'No.',
    });
  });

  test('that runs itself fails with the cycle; so do circles', async () => {
    await put('self', [add('self'), runs('self', { if: 'NOT stop:true' })]);
    expect(await pushed([runs('self')])).toMatchObject({
      error: {
        code: 'pipeline_cycle',
        message: 'Cycle detected for pipeline: self',
        within: { pipeline: 'self', pointer: '/1', type: 'pipeline' },
      },
    });
    expect(await pushed([runs('self')], { stop: true })).toEqual({ stop: true, log: ['self'] });
    expect(await pushed([runs('self'), runs('self')], { stop: true })).toMatchObject({
      log: ['self', 'self'],
    });
    await put('ring-a', [runs('ring-b', { ignore_failure: true }), set('a')]);
    await put('ring-b', [set('b'), runs('ring-a'), set('unreached')]);
    expect(await pushed([runs('ring-a')])).toEqual({ b: true, a: true });
  });

  test('is limited in levels, in steps, and in pipelines', { tags: ['streams'] }, async () => {
    for (let level = 1; level <= 9; level++)
      await put(`deep-${level}`, level === 9 ? [set('deep')] : [runs(`deep-${level + 1}`)]);
    expect(await pushed([runs('deep-2')])).toEqual({ deep: true });
    expect(await pushed([runs('deep-1')])).toMatchObject({ error: { code: 'pipeline_limit' } });
    await put('long-a', Array(200).fill(set('a')));
    await put('long-b', Array(56).fill(set('b')));
    expect(await pushed([runs('long-a', { if: 'x:1' }), runs('long-b')])).toMatchObject({
      error: { code: 'pipeline_limit', message: expect.stringContaining('256 steps') },
    });
    await put('long-b', Array(54).fill(set('b')));
    expect(await pushed([runs('long-a', { if: 'x:1' }), runs('long-b')])).toEqual({ b: true });
    const many = Array.from({ length: 66 }, (_, index) =>
      runs(`none-${index}`, index < 65 ? { ignore_missing_pipeline: true, if: 'x:1' } : {}),
    );
    expect(await pushed(many)).toMatchObject({ error: { code: 'pipeline_limit' }, step: 65 });
  });

  test('that takes too long, through many runs of short pipelines, fails like one of the source', {
    tags: ['streams'],
  }, async () => {
    for (let level = 1; level <= 7; level++)
      await put(
        `wide-${level}`,
        Array(24).fill(level === 7 ? { ...add('x'), allow_duplicates: false } : runs(`wide-${level + 1}`)),
      );
    expect(await pushed([runs('wide-1')])).toMatchObject({ error: { code: 'record_timeout' }, step: 0 });
  });
});

describe('a preview', () => {
  const verbose = '?verbose=true';

  test('shows the steps inside, with the pipeline and where they are in it', async () => {
    await put('shown-inside', [{ type: 'fail', message: 'Inside.', on_failure: [set('handled')] }, set('x')]);
    await put('shown', [set('a'), runs('shown-inside'), { type: 'fail', message: 'No.', tag: 'last' }], {
      on_failure: [set('rescued')],
    });
    const id = await service.makeSource({ preprocessors: [set('z')] });
    const preprocessors = [runs('shown', { tag: 'mine' }), set('after')];
    const body = { records: [{}], preprocessors };
    const answer = await service.call('source-createMappingPreview', { id, body, query: verbose });
    const [result] = Object(answer.body).results;
    expect(result).toMatchObject({
      status: 'success',
      document: { a: true, handled: true, x: true, rescued: true, after: true },
    });
    expect(
      result.steps.map(
        ({
          took_us: _,
          removed: _r,
          changed: _c,
          error,
          ...step
        }: { error?: object } & Record<string, unknown>) => ({
          ...step,
          ...(error ? { error: Object(error).message } : {}),
        }),
      ),
    ).toEqual([
      { index: 0, type: 'pipeline', tag: 'mine', status: 'success', added: [] },
      { index: 0, pipeline: 'shown', pointer: '/0', type: 'set', status: 'success', added: ['a'] },
      { index: 0, pipeline: 'shown', pointer: '/1', type: 'pipeline', status: 'success', added: [] },
      {
        ...{ index: 0, pipeline: 'shown-inside', pointer: '/0', type: 'fail' },
        ...{ status: 'error_handled', added: [], error: 'Inside.' },
      },
      {
        ...{ index: 0, pipeline: 'shown-inside', pointer: '/0/on_failure/0', type: 'set' },
        ...{ status: 'success', added: ['handled'] },
      },
      { index: 0, pipeline: 'shown-inside', pointer: '/1', type: 'set', status: 'success', added: ['x'] },
      {
        ...{ index: 0, pipeline: 'shown', pointer: '/2', type: 'fail', tag: 'last' },
        ...{ status: 'error_handled', added: [], error: 'No.' },
      },
      {
        ...{ index: 0, pipeline: 'shown', pointer: '/on_failure/0', type: 'set' },
        ...{ status: 'success', added: ['rescued'] },
      },
      { index: 1, type: 'set', status: 'success', added: ['after'] },
    ]);
    expect(Object(answer.body).preprocessors).toMatchObject([
      { type: 'pipeline', succeeded: 1, failed: 0 },
      { type: 'set', succeeded: 1 },
    ]);
  });

  test('says how a step has ended that runs a pipeline', async () => {
    await put('ended', [
      { type: 'drop', if: 'a:1' },
      { type: 'fail', message: 'No.', if: 'a:2' },
    ]);
    const id = await service.makeSource({ preprocessors: [runs('ended')] });
    const statuses = async (preprocessors?: Steps) => {
      const body = { records: [{ a: 1 }, { a: 2 }, { a: 3 }], ...(preprocessors ? { preprocessors } : {}) };
      const { body: report } = await service.call('source-createMappingPreview', {
        id,
        body,
        query: verbose,
      });
      return Object(report).results.map(({ steps }: { steps: { status: string }[] }) =>
        steps.map(({ status }) => status).join(' '),
      );
    };
    expect(await statuses()).toEqual(['dropped dropped', 'error skipped error', 'success skipped skipped']);
    expect((await statuses([runs('ended', { ignore_failure: true })]))[1]).toBe(
      'error_ignored skipped error',
    );
    expect((await statuses([runs('ended', { on_failure: [set('b')] })]))[1]).toBe(
      'error_handled skipped error success',
    );
  });

  test('of fields names the pipeline', async () => {
    await put('fields', [set('made.by')], { on_failure: [] });
    const id = await service.makeSource({ preprocessors: [runs('fields')] });
    await service.call('source-putSample', { id, body: { records: [{}] } });
    const { hits } = Object((await service.call('source-listFields', { id })).body);
    expect(hits).toMatchObject([{ path: 'made.by', produced_by: 'pipeline fields[0] set' }]);
  });

  test('of an ingest pipeline runs pipelines, and imports them by the functions of Elastic', async () => {
    await put('third-party', [set('party')]);
    const id = await service.makeSource({});
    const processors = [
      { pipeline: { name: '{{ IngestPipeline "third-party" }}', if: 'ctx.a != null' } },
      { pipeline: { name: 'none', ignore_missing_pipeline: true } },
      { pipeline: { name: '{{ chosen }}' } },
    ];
    const body = { records: [{ a: 1 }], ingest_pipeline: { processors } };
    const { body: report } = await service.call('source-createMappingPreview', { id, body });
    expect(Object(report).imported).toMatchObject({
      preprocessors: [runs('third-party', { if: 'a:*' }), runs('none', { ignore_missing_pipeline: true })],
      notes: [{ pointer: '/processors/2/pipeline', status: 'left_out' }],
    });
    expect(Object(report).results).toMatchObject([{ document: { a: 1, party: true } }]);
  });
});

test('the command runs the pipelines of a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-named-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, content: object) =>
    writeFile(join(folder, `${name}.json`), JSON.stringify(content));
  await write('source', { preprocessors: [runs('first'), runs('none', { ignore_failure: true })] });
  await write('first', { preprocessors: [runs('second')] });
  await write('second', { preprocessors: [set('a')], on_failure: [] });
  await write('sample', [{}]);
  const files = [join(folder, 'source.json'), join(folder, 'sample.json')];
  const preview = commandNamed('preview');
  const { output = '' } = await preview([...files, '--pipelines', folder]);
  expect(output).toMatch(/pipeline second, step 1 set +\+a/);
  expect((await preview(files)).output).toContain(
    'There is no pipeline first: stored pipelines are not read here.',
  );
  await write('second', { preprocessors: [{ type: 'gork' }] });
  await expect(preview([...files, '--pipelines', folder])).rejects.toThrow(
    /second\.json has preprocessors that cannot run:\n {2}\/preprocessors\/0\/type/,
  );
});

test('each pipeline is read once, those of a level at once, and none without such steps', async () => {
  const stored: Record<string, Steps> = { a: [runs('c'), runs('b')], b: [runs('a')], c: [], d: [] };
  const reads: string[][] = [];
  let isOpen = false;
  const read: PipelineReader = async (name) => {
    if (!isOpen) reads.push([]);
    isOpen = true;
    reads.at(-1)?.push(name);
    // All that were asked for at once have been by then.
    await Promise.resolve();
    isOpen = false;
    return stored[name] && pipelineRecord(name, stored[name]);
  };
  const source = (preprocessors: Steps) => ({ _id: '0'.repeat(24), preprocessors: preprocessors as never });
  await pipelineOf(source([set('a')]), read);
  expect(reads).toEqual([]);
  await pipelineOf(source([runs('a'), runs('d'), runs('a')]), read);
  expect(reads).toEqual([
    ['a', 'd'],
    ['c', 'b'],
  ]);
});

function pipelineRecord(name: string, preprocessors: Steps): PipelineRecord {
  const time = new Date(0).toISOString();
  return {
    ...{ _id: '0'.repeat(24), created: time, updated: time, revision: 1, name, tags: [] },
    preprocessors: preprocessors as PipelineRecord['preprocessors'],
  };
}

interface Model {
  readonly [name: string]: Steps;
}

interface ModelStep {
  readonly type: string;
  readonly name?: string;
  readonly value?: string;
  readonly ignore_missing_pipeline?: boolean;
  readonly ignore_failure?: boolean;
  readonly on_failure?: readonly ModelStep[];
}

type Outcome = 'end' | 'fail' | 'drop' | 'terminate';

/** What Elasticsearch documents of pipelines, without our engine. */
class PipelineModel {
  readonly log: string[] = [];
  readonly #pipelines: Model;
  readonly #running: string[] = [];

  constructor(pipelines: Model) {
    this.#pipelines = pipelines;
  }

  run(steps: Steps): Outcome {
    for (const step of steps as readonly ModelStep[]) {
      const outcome = this.#guarded(step);
      if (outcome !== 'end') return outcome;
    }
    return 'end';
  }

  #guarded(step: ModelStep): Outcome {
    const outcome = this.#step(step);
    if (outcome !== 'fail') return outcome;
    if (step.ignore_failure) return 'end';
    return step.on_failure ? this.run(step.on_failure) : 'fail';
  }

  #step({ type, name = '', value = '', ignore_missing_pipeline: ignoresMissing }: ModelStep): Outcome {
    if (type === 'append') this.log.push(value);
    if (type === 'append') return 'end';
    if (type !== 'pipeline') return type as Outcome;
    const steps = this.#pipelines[name];
    if (!steps) return ignoresMissing ? 'end' : 'fail';
    if (this.#running.includes(name)) return 'fail';
    this.#running.push(name);
    const outcome = this.run(steps);
    this.#running.pop();
    return outcome === 'terminate' ? 'end' : outcome;
  }
}

test('random pipelines do what a model of them does', { tags: ['property'] }, async () => {
  const names = ['p', 'q', 'r', 'absent'];
  const plain = fc.oneof(
    fc.constantFrom('1', '2', '3').map((value) => ({ ...add(value) })),
    fc.constant({ type: 'fail', message: 'No.' }),
    fc.record({
      type: fc.constant('pipeline'),
      name: fc.constantFrom(...names),
      ignore_missing_pipeline: fc.boolean(),
    }),
    { arbitrary: fc.constant({ type: 'drop' }), weight: 1 },
  );
  const step = fc.oneof(
    { arbitrary: plain, weight: 3 },
    { arbitrary: plain.map((one) => ({ ...one, ignore_failure: true })), weight: 2 },
    {
      arbitrary: fc
        .tuple(plain, fc.array(plain, { minLength: 1, maxLength: 2 }))
        .map(([one, handlers]) => ({ ...one, on_failure: handlers })),
      weight: 2,
    },
    { arbitrary: fc.constant({ type: 'terminate' }), weight: 1 },
  );
  const steps = fc.array(step, { maxLength: 4 });
  const id = await service.makeSource({});
  const property = fc.asyncProperty(
    fc.record({ p: steps, q: steps, r: steps }),
    steps,
    async (model, own) => {
      for (const [name, preprocessors] of Object.entries(model)) await put(name, preprocessors);
      const body = { records: [{ log: [] }], preprocessors: own };
      const { body: report } = await service.call('source-createMappingPreview', { id, body });
      const [result] = Object(report).results;
      const expected = new PipelineModel(model);
      const outcome = expected.run(own);
      const status = { end: 'success', terminate: 'success', fail: 'error', drop: 'dropped' }[outcome];
      expect(result.status).toBe(status);
      if (status === 'success') expect(result.document).toEqual({ log: expected.log });
    },
  );
  await fc.assert(property, { numRuns: amount({ few: 8, many: 40, most: 1_000 }) });
});
