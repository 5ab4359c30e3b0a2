/** Accept selects the version and the media type of a list; a 406 lists the offered media types. */

import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { describeGateways } from './gateways.ts';
import { accept, described, json, notAcceptable, v1, v2, v3 } from './negotiated.ts';
import { show } from './table.ts';

/** A tag that no source has. */
const target = '/v1/source?query=nobody%20has%20this';
const first = { from: 0, size: 0, total: 0, total_relation: 'eq', hits: [] };
const second = { items: [], page: { from: 0, size: 0, total: 0, totalRelation: 'eq' } };

const success = (type: string) => ({
  status: 200,
  type,
  vary: 'Accept',
  body: type === v2 ? second : first,
});

/** Accept -> the media type of the list, or undefined for a 406. */
const rows: readonly [value: string, chosen: string | undefined][] = [
  [json, json],
  [v1, v1],
  [v2, v2],
  [v3, undefined],
  ['application/vnd.headwater-v0+json', undefined],
  ['application/vnd.headwater-v02+json', undefined],
  ['application/vnd.headwater-v22+json', undefined],
  ['application/vnd.headwater+json', undefined],
  ['application/vnd.other-v2+json', undefined],
  ['APPLICATION/JSON', json],
  ['Application/Vnd.Headwater-V2+Json', v2],
  ['text/html', undefined],
  ['text/csv, application/xml', undefined],
  ['application/problem+json', undefined],
  ['application/jsonp', undefined],

  ['*/*', json],
  ['application/*', json],
  ['text/*', undefined],
  ['application/*+json', undefined],
  ['*/json', undefined],
  ['*', undefined],
  [`${v2}, */*`, v2],
  [`*/*, ${v2}`, v2],
  [`${v3}, */*`, json],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', json],
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', json],
  ['application/json, text/plain, */*', json],

  [`${json};q=0.4, ${v2};q=0.5`, v2],
  [`${json};q=0.5, ${v2};q=0.4`, json],
  [`${v2};q=0.4, ${v1};q=0.5`, v1],
  [`${json};q=0.999, ${v2}`, v2],
  [`${v2};q=0.001`, v2],
  [`${v3}, ${v2};q=0.2, ${json};q=0.1`, v2],
  [`*/*;q=0.8, ${v2};q=0.7`, json],
  [`${v2};q=0.7, */*;q=0.1`, v2],
  [`${json};q=0.2, application/*;q=0.3`, v1],
  [`${json};q=0.2, ${v1};q=0.2, application/*;q=0.3`, v2],
  [`${v2} ; Q=0.5 , ${json} ;\tq=0.4`, v2],
  [`${v2}, ${v1}, ${json}`, json],
  [`${v2}, ${v1}`, v1],

  [`${json};q=0`, undefined],
  ['*/*;q=0', undefined],
  [`${json};q=0, */*`, v1],
  [`*/*, ${json};q=0.000, ${v1};q=0`, v2],
  [`application/*;q=0, ${v2}`, v2],
  ['application/*;q=0, */*', undefined],
  [`${json};q=0, ${v1};q=0, ${v2};q=0, */*`, undefined],

  [`${json};charset=utf-8`, json],
  [`${v2}; charset="UTF-8"`, v2],
  [`${json};charset=utf-16`, undefined],
  [`${json};v=1`, undefined],
  [`${json};version=2`, undefined],
  [`${json};v=1, ${v2};q=0.1`, v2],
  [`${json};q=0.5;ext=1`, json],
  [`${json};profile="a, b;q=0";q=0.9, ${v2};q=0.1`, v2],

  ['nonsense', undefined],
  [`nonsense, ${v2}`, v2],
  [`${json};q=2, ${v2}`, json],
  [`${v2};q=abc`, v2],
  [`${v2};q=-1`, v2],
  [`${v2};q=`, undefined],
  [`${v2};`, v2],
  [`,, ,${v2},,`, v2],
  [`${json} ${v2}`, undefined],
  [`"${json}"`, undefined],
  [`/, a/, /b, ${v2}`, v2],
  [`${json};a="b, ${v2}`, v2],
];
describeGateways('Accept for a list', (test) => {
  const expected = (chosen: string | undefined) => (chosen ? success(chosen) : notAcceptable([json, v1, v2]));
  for (const [value, chosen] of rows) {
    test(show(value), async (call) => {
      expect(described(await call({ target, headers: accept(value) }))).toEqual(expected(chosen));
    });
  }
  const absent: readonly [name: string, headers: RawRequest['headers'], chosen: string | undefined][] = [
    ['none', [], json],
    ['an empty Accept', accept(''), json],
    ['nothing but commas', accept(', ,'), json],
    ['two headers', accept(`${json};q=0.1`, v2), v2],
    ['two headers: the first one applies', accept(v2, `${json};q=0.1`), v2],
    ['two headers, one of them invalid', accept('nonsense', v2), v2],
    ['two headers that admit nothing', accept(v3, 'text/html'), undefined],
    ['a name in capitals', [['ACCEPT', v2]], v2],
  ];
  for (const [name, headers = [], chosen] of absent) {
    test(name, async (call) => {
      expect(described(await call({ target, headers }))).toEqual(expected(chosen));
    });
  }
});

describeGateways('versions of a list', (test) => {
  test('hold the same sources', async (call) => {
    const tag = `negotiation-${Math.random()}`;
    const body = JSON.stringify({ tags: [tag] });
    const headers = [['Content-Type', v2]] as const;
    const made = [await call({ method: 'POST', target: '/v1/source', headers, body })];
    made.unshift(await call({ method: 'POST', target: '/v1/source', headers, body }));
    const list = `/v1/source?size=1&from=1&query=${encodeURIComponent(tag)}`;
    const source = made[1]?.body;
    expect((await call({ target: list, headers: accept(v1) })).body).toEqual({
      from: 1,
      size: 1,
      total: 2,
      total_relation: 'eq',
      hits: [source],
    });
    expect((await call({ target: list, headers: accept(v2) })).body).toEqual({
      items: [source],
      page: { from: 1, size: 1, total: 2, totalRelation: 'eq' },
    });
  });
});
