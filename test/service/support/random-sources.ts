/** Random sources, and questions about them. */

import fc from 'fast-check';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Draw, some } from '../../support/draw.ts';
import { type QueryStyle, randomQuery } from '../../support/random-queries.ts';

/** Some are so long that the index shortens them; some differ only in the omitted part. */
const tags = [
  'web',
  'Web',
  'web log',
  'website',
  'we',
  'w',
  'éclair',
  'E\u0301clair',
  'a/b',
  'a\tb',
  '😀',
  '😀😀x',
  'customer-of-the-north',
  'customer-of-the-south',
  'customer-of-',
  '日本語のとても長いタグです',
  ' spaces ',
  ...Array.from({ length: 20 }, (_, index) => `many-${index}`),
]; // prettier-ignore
const texts = [
  'Web access log',
  'the log of the web server',
  'a description-with-hyphens',
  'Donaudampfschifffahrtsgesellschaft',
  'Donaudampfschiffe',
  'many-1 and many 2',
  'éclair',
];
const types = ['csv', 'json', 'date'];

const style: QueryStyle = {
  isMixed: true,
  and: [' ', ' AND '],
  or: [' OR ', ' || '],
  not: ['NOT ', '-'],
  clauses: [
    ...['tags:web', 'tags:"web log"', 'tags:we*', 'tags:website', 'tags:w', 'tags:"a/b"', 'tags:"a\tb"'],
    ...[
      'tags:many*',
      'tags:many-1*',
      'many*',
      'tags:customer*',
      'tags:customer-of-the*',
      'tags:customer-of-the-n*',
    ],
    ...[
      'tags:customer-of-the-north',
      'tags:éclair',
      'tags:éc*',
      'tags:😀😀*',
      'tags:日本語のとて*',
      'tags:spaces',
    ],
    ...[
      'web',
      'log',
      '"web access"',
      'we*',
      'descr*',
      'hyphens',
      'description-with*',
      'with-hy*',
      'éclair',
      'nowhere',
    ],
    ...[
      'name:web',
      'name:"log of"',
      'description:log',
      'name:donau*',
      'donaudampfschiff*',
      'donaudampfschiffe',
    ],
    ...['donaudampfschifffahrtsgesellschaft', 'name:*', 'description:*', 'tags:*', '*'],
    ...['preprocessors.type:csv', 'preprocessors.type:js*', 'format:json', 'format:csv', 'format:cs*'],
    ...[
      'created:>=2026-01-01T00:00:02Z',
      'created:[2026-01-01T00:00:01Z TO 2026-01-01T00:00:03Z}',
      'created:<now-1s',
    ],
    ...[
      'created:2026-01-01',
      'created:2025',
      'created:>=now',
      'updated:>=2026-01-01T00:00:02Z',
      'updated:<now-1s',
    ],
    ...[
      'revision:1',
      'revision:>1',
      'revision:[2 TO 3]',
      '_id:695*',
      '_id:69*',
      '_id:00*',
      '_id:0123456789abcdef01234567',
    ],
  ],
};

export const randomContent = (draw: Draw): SourceContent => ({
  ...(draw.chance(70) ? { name: draw.pick(texts) } : {}),
  ...(draw.chance(50) ? { description: draw.pick(texts) } : {}),
  tags: some(draw, tags, 0, 4),
  format: draw.pick(['json', 'csv']),
  preprocessors: some(draw, types, 0, 2).map((type) => ({ type })),
});

export interface Question {
  readonly query: string;
  readonly from: number;
  readonly size: number;
  readonly sort: 'created' | '-created';
}

export const randomQuestion = fc.record({
  query: randomQuery(style),
  from: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40)),
  size: fc.oneof({ weight: 3, arbitrary: fc.nat(12) }, fc.constant(1000)),
  sort: fc.constantFrom('created' as const, '-created' as const),
});
