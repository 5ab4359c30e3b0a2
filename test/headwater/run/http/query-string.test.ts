import { expect, test } from 'vitest';
import { parseQueryString } from '../../../../lib/headwater/run/http/request/query-string.ts';

const rows: readonly [
  raw: string,
  values: Record<string, string[]>,
  malformed: { name: string; value: string }[],
][] = [
  ['', {}, []],
  ['a=1', { a: ['1'] }, []],
  ['a=1&a=2', { a: ['1', '2'] }, []],
  ['a=1,2', { a: ['1,2'] }, []],
  ['a=&b', { a: [''], b: [''] }, []],
  ['&&a=1&', { a: ['1'] }, []],
  ['a=b=c', { a: ['b=c'] }, []],
  ['a+b=c+d', { 'a b': ['c d'] }, []],
  ['a=%2B%26', { a: ['+&'] }, []],
  ['caf%C3%A9=%F0%9F%98%80', { café: ['😀'] }, []],
  ['__proto__=1&constructor=2', { __proto__: ['1'], constructor: ['2'] } as never, []],
  ['a=%zz&b=1', { b: ['1'] }, [{ name: 'a', value: '%zz' }]],
  ['a=%', {}, [{ name: 'a', value: '%' }]],
  ['a=%C3', {}, [{ name: 'a', value: '%C3' }]],
  ['a=%C0%AF', {}, [{ name: 'a', value: '%C0%AF' }]],
  ['a=%ED%A0%80', {}, [{ name: 'a', value: '%ED%A0%80' }]],
  ['%ff=1', {}, [{ name: '%ff', value: '1' }]],
];

test.each(rows)('%j', (raw, values, malformed) => {
  const query = parseQueryString(raw);
  const want = new Map(
    Object.entries(Object.getOwnPropertyDescriptors(values)).map(([name, { value }]) => [name, value]),
  );
  // In an object literal __proto__ sets the prototype; in the map it is a name.
  if (raw.startsWith('__proto__')) want.set('__proto__', ['1']);
  expect({ values: new Map(query.values), malformed: query.malformed }).toEqual({ values: want, malformed });
});
