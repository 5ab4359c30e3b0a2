/**
 * An example of a request need not have what the service sets, and one of a result not what only requests have; one of a
 * schema has both. The build and plain ajv, with a schema written by hand, judge each alike.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { planDocument } from '../../../support/plan-document.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const plain = { set: text, secret: text, name: text };
const marks = { set: { ...text, readOnly: true }, secret: { ...text, writeOnly: true } };
const marked = { ...marks, name: text };

const schemas = {
  Marked: object(marked),
  Needing: object(plain, { required: ['set', 'secret', 'name'] }),
  Depending: object(plain, { dependentRequired: { name: ['set', 'secret'] } }),
};

type Needs = (names: readonly string[]) => object;
const all: Needs = (names) => object(plain, { required: [...names, 'name'] });
const besideName: Needs = (names) => object(plain, { dependentRequired: { name: names } });

/** Schemas, and what they say if these are the members that they need beside the name. */
const cases: Readonly<Record<string, readonly [declared: object, says: Needs]>> = {
  own: [object(marked, { required: ['set', 'secret', 'name'] }), all],
  beside: [{ ...ref('Marked'), required: ['set', 'secret', 'name'] }, all],
  part: [{ allOf: [ref('Marked'), { required: ['set', 'secret', 'name'] }] }, all],
  base: [{ allOf: [ref('Needing'), { properties: marks }] }, all],
  alternatives: [
    object(marked, { oneOf: [{ required: ['set', 'secret', 'name'] }, { required: ['other'] }] }),
    all,
  ],
  dependent: [object(marked, { dependentRequired: { name: ['set', 'secret'] } }), besideName],
  dependentOfBase: [{ allOf: [ref('Depending'), { properties: marks }] }, besideName],
  condition: [
    object(marked, { if: { required: ['name'] }, then: { required: ['set', 'secret'] } }),
    besideName,
  ],
  dependentSchema: [
    object(marked, { dependentSchemas: { name: { required: ['set', 'secret'] } } }),
    besideName,
  ],
};

const values = [undefined, 'a', 1].flatMap((set) =>
  [undefined, 'b', 1].flatMap((secret) =>
    [undefined, 'c'].map((name): object => JSON.parse(JSON.stringify({ set, secret, name }))),
  ),
);

test.each(Object.entries(cases))('%s', (_name, [declared, says]) => {
  const examples = Object.fromEntries(values.map((value, index) => [index, { value }]));
  const content = { 'application/json': { schema: ref('Body'), examples } };
  const post = {
    operationId: 'make',
    requestBody: { content },
    responses: { 200: { description: 'Done', content } },
  };
  const { diagnostics } = planDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/thing': { post } },
    components: { schemas: { ...schemas, Body: { ...declared, examples: values } } },
  });
  const wrong = (place: string) =>
    diagnostics.flatMap(({ code, pointer = '' }) =>
      code === 'W-EXAMPLE' && pointer.includes(place) ? [Number(pointer.split('/').at(-1))] : [],
    );
  const refused = (names: readonly string[]) => {
    const isValid = new Ajv2020().compile(says(names));
    return values.flatMap((value, index) => (isValid(value) ? [] : [index]));
  };
  expect({
    request: wrong('/requestBody/'),
    result: wrong('/responses/'),
    schema: wrong('/components/'),
    others: diagnostics.filter(({ code }) => code !== 'W-EXAMPLE'),
  }).toEqual({
    request: refused(['secret']),
    result: refused(['set']),
    schema: refused(['set', 'secret']),
    others: [],
  });
});
