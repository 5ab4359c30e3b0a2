/** One request of each operation on sources, with the possible states of the table after it. */

import { expect } from 'vitest';
import type { SourceContent, SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { ClientRequest } from '../../support/event.ts';

type Stored = readonly SourceRecord[];

export interface SourceOperation {
  readonly nickname: string;
  readonly success: number;
  readonly isChange: boolean;
  /** Sources before the request, in order of creation. */
  readonly given: readonly SourceContent[];
  request(given: Stored): ClientRequest;
  /** State after success with this body. */
  checkDone(stored: Stored, given: Stored, body: unknown): void;
  /** State after a failure: the write was made once or not at all. */
  checkUnknown(stored: Stored, given: Stored): void;
}

const before: SourceContent = { name: 'old', tags: ['red', 'green'], format: 'json', preprocessors: [] };
const after: SourceContent = { name: 'new', tags: ['green', 'blue'], format: 'json', preprocessors: [] };
const json = { 'content-type': 'application/json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

const isUnchanged = (stored: Stored, given: Stored) => expect(stored).toEqual(given);

function on(source: SourceRecord | undefined): ClientRequest {
  const id = source?._id ?? '';
  return { url: `/v1/source/${id}`, pathParameters: { id } };
}

const changes: Pick<SourceOperation, 'success' | 'isChange' | 'given' | 'checkDone' | 'checkUnknown'> = {
  success: 200,
  isChange: true,
  given: [before],
  checkDone: (stored, [given], body) => {
    expect(stored).toEqual([body]);
    expect(stored).toMatchObject([{ ...after, _id: given?._id, created: given?.created, revision: 2 }]);
  },
  checkUnknown: (stored, given) => {
    if (stored[0]?.revision === 1) expect(stored).toEqual(given);
    else changes.checkDone(stored, given, stored[0]);
  },
};

const create: SourceOperation = {
  nickname: 'create',
  success: 201,
  isChange: true,
  given: [],
  request: () => ({ method: 'POST', url: '/v1/source', headers: json, body: JSON.stringify(after) }),
  checkDone: (stored, _given, body) => {
    expect(stored).toEqual([body]);
    expect(stored).toMatchObject([{ ...after, revision: 1 }]);
  },
  checkUnknown: (stored, given) => {
    if (stored.length > 0) create.checkDone(stored, given, stored[0]);
  },
};

const createWithKey: SourceOperation = {
  ...create,
  request: (given) => {
    const request = create.request(given);
    return { ...request, headers: { ...request.headers, 'idempotency-key': 'one' } };
  },
};

const get: SourceOperation = {
  nickname: 'getById',
  success: 200,
  isChange: false,
  given: [before],
  request: ([source]) => on(source),
  checkDone: (stored, given, body) => {
    expect(stored).toEqual(given);
    expect(body).toEqual(given[0]);
  },
  checkUnknown: isUnchanged,
};

/** With If-Match: a retry must not mistake its own change for one of another client. */
const update: SourceOperation = {
  nickname: 'update',
  ...changes,
  request: ([source]) => ({
    ...on(source),
    method: 'PUT',
    headers: { ...json, 'if-match': '"1"' },
    body: JSON.stringify(after),
  }),
};

/** Without If-Match: a retry must not make its change twice. */
const patch: SourceOperation = {
  nickname: 'patch',
  ...changes,
  request: ([source]) => ({
    ...on(source),
    method: 'PATCH',
    headers: mergePatch,
    body: JSON.stringify({ name: after.name, tags: after.tags }),
  }),
};

const remove: SourceOperation = {
  nickname: 'remove',
  success: 204,
  isChange: true,
  given: [before],
  request: ([source]) => ({ ...on(source), method: 'DELETE', headers: { 'if-match': '"1"' } }),
  checkDone: (stored) => expect(stored).toEqual([]),
  checkUnknown: (stored, given) => {
    if (stored.length > 0) expect(stored).toEqual(given);
  },
};

const list: SourceOperation = {
  nickname: 'list',
  success: 200,
  isChange: false,
  given: [before, after, before],
  request: () => ({ url: '/v1/source?query=green' }),
  checkDone: (stored, given, body) => {
    expect(stored).toEqual(given);
    const { hits, ...page } = body as SourcePage;
    expect(hits).toEqual(given.toReversed().slice(0, hits.length));
    // The list may use up its time budget before it has read every source.
    if (page.partial) expect(page.after).toBeTypeOf('string');
    else expect(page).toMatchObject({ size: 3, total: 3 });
  },
  checkUnknown: isUnchanged,
};

export const operations: readonly SourceOperation[] = [
  create,
  createWithKey,
  get,
  update,
  patch,
  remove,
  list,
];
