/** Parameters as they are found, counted and cast; whole values. */

import { expect, test } from 'vitest';
import type { InputParameter, RuntimeOperation } from '../../lib/plan/operation-plan.ts';
import { castInput, rawInput } from '../../lib/runtime/read-input.ts';
import { httpApiEvent } from '../support/event.ts';

const size: InputParameter = { name: 'size', place: 'query', cast: 'int32', required: true, isList: false };
const list: InputParameter = { ...size, required: false, isList: true };

function operation(parameter: InputParameter): RuntimeOperation {
  return { id: 'thing-read', successStatus: 200, produces: ['application/json'], parameters: [parameter] };
}

const percentEncoding = {
  in: 'query',
  name: 'size',
  code: 'percent_encoding',
  message: 'must be percent-encoded UTF-8',
};
const required = { in: 'query', name: 'size', code: 'required', message: 'is required' };
const repeated = { in: 'query', name: 'size', code: 'repeated', message: 'must be given only once' };
const jsonOrText: InputParameter = { ...list, cast: ['json', 'text'] };

const rows: readonly [
  name: string,
  parameter: InputParameter,
  query: string,
  input: object,
  issues: object[],
][] = [
  ['a value', size, 'size=1', { size: 1 }, []],
  ['nothing', size, '', {}, [required]],
  ['nothing, where there is a default', { ...size, defaultValue: 5 }, '', { size: 5 }, []],
  ['a malformed value is not an absent one', size, 'size=%zz', {}, [percentEncoding]],
  ['a malformed value has no default', { ...size, defaultValue: 5 }, 'size=%zz', {}, [percentEncoding]],
  ['two values', size, 'size=1&size=1', {}, [repeated]],
  ['a list in one value', list, 'size=1,2', { size: [1, 2] }, []],
  ['a list in repeats and commas', list, 'size=1,2&size=3', { size: [1, 2, 3] }, []],
  ['an empty list', list, 'size=', { size: [] }, []],
  [
    'a list of JSON or text is not split',
    jsonOrText,
    'size={"a":1,"b":2}&size=c,d',
    { size: [{ a: 1, b: 2 }, 'c,d'] },
    [],
  ],
];

test.each(rows)('%s', (_name, parameter, query, input, issues) => {
  const read = castInput(operation(parameter), httpApiEvent({ url: `/thing?${query}` }));
  expect({ input: { ...read.input }, issues: read.issues }).toEqual({ input, issues });
});

const rawRows: readonly [query: string, input: object][] = [
  ['', {}],
  ['size=0x10', { size: '0x10' }],
  ['size=a%20b&size=', { size: ['a b', ''] }],
  ['size=1&size=%zz', { size: ['1', '%zz'] }],
  ['other=1', {}],
];

test.each(rawRows)('without validation %j is what was sent', (query, input) => {
  expect({ ...rawInput(operation(size), httpApiEvent({ url: `/thing?${query}` })) }).toEqual(input);
});
