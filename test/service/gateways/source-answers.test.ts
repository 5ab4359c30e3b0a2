/** The statuses of /source, over HTTP. */

import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { largePreprocessors } from '../support/large-preprocessors.ts';
import { issues, problem, type Row, testTable } from './table.ts';

const unknown = '/v1/source/0123456789abcdef01234567';

const post = (body: unknown): RawRequest => ({
  method: 'POST',
  target: '/v1/source',
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify(body),
});
const put = (target: string, body: unknown): RawRequest => ({ ...post(body), method: 'PUT', target });
const remove = (target: string): RawRequest => ({ method: 'DELETE', target });

const rows: readonly Row[] = [
  ['a list', { target: '/v1/source?size=0' }, 200, { from: 0, size: 0, hits: [] }],
  ['an unknown id', { target: unknown }, 404, problem('not_found')],
  ['PUT of an unknown id', put(unknown, {}), 404, problem('not_found')],
  ['DELETE of an unknown id', remove(unknown), 404, problem('not_found')],
  ['a malformed id', { target: '/v1/source/a' }, 400, issues({ in: 'path', name: 'id', code: 'pattern' })],
  [
    'an invalid id and body',
    put('/v1/source/a', { name: 1 }),
    400,
    issues({ in: 'path', name: 'id', code: 'pattern' }, { in: 'body', pointer: '/name', code: 'type' }),
  ],
  [
    'invalid size and from',
    { target: '/v1/source?size=abc&from=-1' },
    400,
    issues({ name: 'size', code: 'not_an_integer' }, { name: 'from', code: 'minimum' }),
  ],
  [
    'a size that is too large',
    { target: '/v1/source?size=1001' },
    400,
    issues({ name: 'size', code: 'maximum' }),
  ],
  [
    'a page beyond 10,000',
    { target: '/v1/source?from=9500&size=501' },
    400,
    issues({ in: 'query', name: 'from', code: 'maximum' }),
  ],
  ['an unknown member', post({ tag: [] }), 400, issues({ pointer: '/tag', code: 'unknown_member' })],
  ['a tag that is not a string', post({ tags: [1] }), 400, issues({ pointer: '/tags/0', code: 'type' })],
  ['an empty tag', post({ tags: [''] }), 400, issues({ pointer: '/tags/0', code: 'min_length' })],
  ['a tag twice', post({ tags: ['a', 'a'] }), 400, issues({ pointer: '/tags', code: 'duplicate' })],
  [
    '33 tags',
    post({ tags: Array.from({ length: 33 }, (_, at) => `${at}`) }),
    400,
    issues({ pointer: '/tags', code: 'max_items' }),
  ],
  ['an empty name', post({ name: '' }), 400, issues({ pointer: '/name', code: 'min_length' })],
  ['an unknown format', post({ format: 'xml' }), 400, issues({ pointer: '/format', code: 'not_allowed' })],
  [
    'a preprocessor without a type',
    post({ preprocessors: [{}] }),
    400,
    issues({ pointer: '/preprocessors/0/type', code: 'required' }),
  ],
  [
    'malformed JSON',
    { ...post({}), body: '{"tags":\n[' },
    400,
    { ...problem('malformed_json'), line: 2, column: 2 },
  ],
  [
    'an unsupported Accept',
    { target: '/v1/source', headers: [['Accept', 'text/csv']] },
    406,
    {
      ...problem('not_acceptable'),
      offered: ['application/json', 'application/vnd.headwater-v1+json', 'application/vnd.headwater-v2+json'],
    },
  ],
  ['any answer', { target: '/v1/source?size=0', headers: [['Accept', '*/*']] }, 200, { size: 0 }],
  [
    'a body that is too large',
    post({ name: 'x'.repeat(2_000_000) }),
    413,
    { ...problem('content_too_large'), max_bytes: 1_048_576 },
  ],
  [
    'a source that is too large',
    post({ preprocessors: largePreprocessors(500_000) }),
    413,
    problem('content_too_large'),
  ],
  [
    'an unsupported media type',
    { ...post({}), headers: [['Content-Type', 'text/csv']] },
    415,
    problem('unsupported_media_type'),
  ],
];
testTable('responses of /source', rows);
