/** Parameters: found, counted and cast; whole values. */

import { describe, expect, test } from 'vitest';
import type { Issue } from '../../../../lib/headwater/run/http/request/issue.ts';
import { parseQueryString } from '../../../../lib/headwater/run/http/request/query-string.ts';
import {
  castParameters,
  type ParameterSource,
  rawParameters,
} from '../../../../lib/headwater/run/http/steps/cast-input.ts';
import type {
  InputParameter,
  RuntimeOperation,
} from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { allCasters } from '../../../support/casters.ts';
import { type ClientRequest, httpApiEvent } from '../../../support/event.ts';

const size: InputParameter = { name: 'size', place: 'query', cast: 'int32', required: true, isList: false };
const list: InputParameter = { ...size, required: false, isList: true };
const texts: InputParameter = { ...list, cast: 'text' };
const model: InputParameter = { ...size, cast: 'json', required: false };
const models: InputParameter = { ...model, isList: true };
const jsonOrText: InputParameter = { ...list, cast: ['json', 'text'] };
const path: InputParameter = { ...size, place: 'path' };
const header: InputParameter = { ...size, place: 'header', name: 'X-Size' };
const headers: InputParameter = { ...header, required: false, isList: true };

function operation(parameter: InputParameter): RuntimeOperation {
  return { id: 'thing-read', successStatus: 200, produces: ['application/json'], parameters: [parameter] };
}

/** `code`, or `code /pointer`, of each issue; every issue must name the parameter. */
function codesOf(issues: readonly Issue[], { place, name }: InputParameter): string[] {
  return issues.map((issue) => {
    expect([issue.in, issue.name]).toEqual([place, name]);
    return issue.pointer === undefined ? issue.code : `${issue.code} ${issue.pointer}`;
  });
}

function sourceOf(request: ClientRequest): ParameterSource {
  const event = httpApiEvent(request);
  return { ...event, query: parseQueryString(event.rawQueryString) };
}

function read(parameter: InputParameter, request: Partial<ClientRequest>) {
  const { input, issues } = castParameters(
    operation(parameter),
    sourceOf({ url: '/thing', ...request }),
    allCasters,
  );
  return { input: { ...input }, issues: codesOf(issues, parameter) };
}

type Row = readonly [name: string, parameter: InputParameter, sent: string, input: object, codes: string[]];

const queries: readonly Row[] = [
  ['a value', size, 'size=1', { size: 1 }, []],
  ['nothing', size, '', {}, ['required']],
  ['nothing for an optional parameter', list, '', {}, []],
  ['nothing for a parameter with a default', { ...size, defaultValue: 5 }, '', { size: 5 }, []],
  ['a falsy default', { ...size, defaultValue: 0 }, '', { size: 0 }, []],
  ['a default of a list', { ...list, defaultValue: [5] }, '', { size: [5] }, []],
  ['an empty value is not an absent one', { ...size, defaultValue: 5 }, 'size=', {}, ['empty']],
  ['a name without a value', { ...size, defaultValue: 5 }, 'size', {}, ['empty']],
  ['an empty text', { ...size, cast: 'text' }, 'size=', { size: '' }, []],
  ['a name in another letter case', size, 'Size=1', {}, ['required']],
  ['an encoded name', size, '%73ize=1', { size: 1 }, []],
  ['a plus, which means a space', { ...size, cast: 'text' }, 'size=a+b%2Bc', { size: 'a b+c' }, []],
  ['an equals sign', { ...size, cast: 'text' }, 'size=a=b', { size: 'a=b' }, []],
  ['a malformed value is not an absent one', size, 'size=%zz', {}, ['percent_encoding']],
  ['a malformed value has no default', { ...size, defaultValue: 5 }, 'size=%zz', {}, ['percent_encoding']],
  ['a value that is not UTF-8', size, 'size=%ff', {}, ['percent_encoding']],
  ['two values', size, 'size=1&size=1', {}, ['repeated']],
  ['two values, one of them empty', size, 'size=1&size=', {}, ['repeated']],
  ['three values are one issue', size, 'size=1&size=x&size=', {}, ['repeated']],
  ['two values in one', size, 'size=1,2', {}, ['not_an_integer']],
  ['a list in one value', list, 'size=1,2', { size: [1, 2] }, []],
  ['a list in repeats and commas', list, 'size=1,2&size=3', { size: [1, 2, 3] }, []],
  ['a list of one', list, 'size=1', { size: [1] }, []],
  ['an empty list', list, 'size=', { size: [] }, []],
  ['an empty list, twice', list, 'size=&size=', { size: [] }, []],
  ['an empty value beside another', list, 'size=&size=1', { size: [1] }, []],
  ['nothing between two commas', list, 'size=1,,2', {}, ['empty /1']],
  ['nothing after the last comma', list, 'size=1,', {}, ['empty /1']],
  ['a comma alone', list, 'size=,', {}, ['empty /0', 'empty /1']],
  ['empty texts in a list', texts, 'size=a,,b,', { size: ['a', '', 'b', ''] }, []],
  ['a space in a list', list, 'size=1,%202', {}, ['surrounding_space /1']],
  ['an encoded comma', texts, 'size=a%2Cb', { size: ['a', 'b'] }, []],
  ['each wrong value of a list', list, 'size=x,1&size=2.5', {}, ['not_an_integer /0', 'fraction /2']],
  ['a malformed value in a list', list, 'size=1&size=%zz', {}, ['percent_encoding']],
  ['a model', model, 'size=%7B%22a%22:[1,2]%7D', { size: { a: [1, 2] } }, []],
  ['a model twice', model, 'size={}&size={}', {}, ['repeated']],
  ['a model that is not JSON', model, 'size={a}', {}, ['not_json']],
  ['a model that is a list', model, 'size=[1]', {}, ['not_json']],
  ['a model that is null', model, 'size=null', {}, ['not_json']],
  ['a model with a prototype', model, 'size={"__proto__":{"a":1}}', {}, ['not_json']],
  ['models, which are not split', models, 'size={"a":1,"b":2}&size={}', { size: [{ a: 1, b: 2 }, {}] }, []],
  ['models, one of them empty', models, 'size={}&size=', {}, ['empty /1']],
  [
    'JSON or text is not split',
    jsonOrText,
    'size={"a":1,"b":2}&size=c,d',
    { size: [{ a: 1, b: 2 }, 'c,d'] },
    [],
  ],
];
test.each(queries)('query: %s', (_name, parameter, query, input, issues) => {
  expect(read(parameter, { url: `/thing?${query}` })).toEqual({ input, issues });
});

const paths: readonly Row[] = [
  ['a value', path, '7', { size: 7 }, []],
  ['a value of the wrong type', path, 'x', {}, ['not_an_integer']],
  ['an empty value', path, '', {}, ['empty']],
  ['a list', { ...path, isList: true }, '1,2', { size: [1, 2] }, []],
  ['the rest of the path', { ...path, cast: 'text' }, 'a/b%2Fc', { size: 'a/b%2Fc' }, []],
];
test.each(paths)('path: %s', (_name, parameter, value, input, issues) => {
  expect(read(parameter, { pathParameters: { size: value } })).toEqual({ input, issues });
});

test('path: a variable that has another name in the gateway', () => {
  const parameter = { ...path, gatewayName: 'id' };
  expect(read(parameter, { pathParameters: { id: '7', size: '8' } })).toEqual({
    input: { size: 7 },
    issues: [],
  });
  expect(read(parameter, {})).toEqual({ input: {}, issues: ['required'] });
});

const fields: readonly Row[] = [
  ['a value', header, '7', { 'X-Size': 7 }, []],
  ['several values where one is allowed', header, '7,8', {}, ['not_an_integer']],
  ['an empty value', header, '', {}, ['empty']],
  ['a list', headers, '1,2', { 'X-Size': [1, 2] }, []],
  ['a list with spaces', headers, '1, 2 ,\t3', { 'X-Size': [1, 2, 3] }, []],
  ['an empty list', headers, '', { 'X-Size': [] }, []],
  ['nothing between two commas', headers, '1, ,2', {}, ['empty /1']],
  ['a model', { ...header, cast: 'json' }, '{"a":"b, c"}', { 'X-Size': { a: 'b, c' } }, []],
  ['models, one per header', { ...headers, cast: 'json' }, '{"a":1}', { 'X-Size': [{ a: 1 }] }, []],
  ['models in one header', { ...headers, cast: 'json' }, '{}, {}', {}, ['not_json /0']],
];
test.each(fields)('header: %s', (_name, parameter, value, input, issues) => {
  expect(read(parameter, { headers: { 'x-SIZE': value } })).toEqual({ input, issues });
});

describe('the input', () => {
  test('has no prototype, so a parameter may be named like a member of Object', () => {
    const named = { ...size, name: 'constructor' };
    const { input, issues } = castParameters(operation(named), sourceOf({ url: '/thing' }), allCasters);
    expect([Object.getPrototypeOf(input), codesOf(issues, named)]).toEqual([null, ['required']]);
    expect(read({ ...named, place: 'header' }, {})).toEqual({ input: {}, issues: ['required'] });
    expect(read({ ...named, place: 'path' }, { pathParameters: {} })).toEqual({
      input: {},
      issues: ['required'],
    });
  });

  test('holds only declared parameters', () => {
    expect(read(size, { url: '/thing?size=1&__proto__=2&other=3' })).toEqual({
      input: { size: 1 },
      issues: [],
    });
  });

  test('is refused with a message that says what is accepted', () => {
    const { issues } = castParameters(operation(size), sourceOf({ url: '/thing?size=1&size=2' }), allCasters);
    expect(issues).toEqual([
      { in: 'query', name: 'size', code: 'repeated', message: 'must be given only once' },
    ]);
  });
});

const id: InputParameter = { ...path, name: 'id', cast: 'text' };
const variables: readonly [text: string, input: object, codes: string[]][] = [
  ['a b', { id: 'a b' }, []],
  // The gateway has decoded %25zz.
  ['%zz', { id: '%zz' }, []],
  ['a\ufffdb', {}, ['percent_encoding']],
];
test.each(variables)('the path variable %j', (text, input, issues) => {
  expect(read(id, { pathParameters: { id: text } })).toEqual({ input, issues });
});

const rawRows: readonly [query: string, input: object][] = [
  ['', {}],
  ['size=0x10', { size: '0x10' }],
  ['size=a%20b&size=', { size: ['a b', ''] }],
  ['size=1&size=%zz', { size: ['1', '%zz'] }],
  ['other=1', {}],
];
test.each(rawRows)('without validation %j is passed unchanged', (query, input) => {
  expect({ ...rawParameters(operation(size), sourceOf({ url: `/thing?${query}` })) }).toEqual(input);
});
