/** A member of OpenAPI documents that the build says it ignores changes nothing, even a word of Swagger 1.x. */

import { describe, expect, test } from 'vitest';
import { propertyMembers } from '../../lib/build/read/swagger1/data-type.ts';
import { apiMembers, resourceMembers } from '../../lib/build/read/swagger1/declaration.ts';
import { modelMembers } from '../../lib/build/read/swagger1/models.ts';
import { operationMembers } from '../../lib/build/read/swagger1/operation.ts';
import { parameterMembers } from '../../lib/build/read/swagger1/parameters.ts';
import { caseOf, kindsOf } from '../support/oas-words.ts';
import { planDocument } from '../support/plan-document.ts';

const meaningOf = (document: object) => {
  const { service, diagnostics } = planDocument(document);
  // JSON has no maps.
  const plain = (_name: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return { service: JSON.stringify(service, plain), diagnostics };
};

const versions = ['3.1.0', '3.0.3', '2.0'] as const;

const number = { type: 'integer', minimum: 1 };
const text = { type: 'string' };
const key = { type: 'apiKey', in: 'header', name: 'x-key' };

const telling: readonly [name: string, kind: string, word: string, value: unknown, beside?: object][] = [
  ['no authorizations open no operation', 'operation', 'authorizations', {}, { security: [{ s: [] }] }],
  ['an empty list of them opens none', 'operation', 'authorizations', [], { security: [{ s: [] }] }],
  ['authorizations define no scheme', 'root', 'authorizations', { t: key }, { security: [{ t: [] }] }],
  ['passAs moves no key', 'security-scheme', 'passAs', 'query', key],
  ['keyname renames no key', 'security-scheme', 'keyname', 'x-other', key],
  ['a range limits no number', 'schema', 'allowableValues', { valueType: 'RANGE', max: 3 }, number],
  ['a list limits no text', 'schema', 'allowableValues', { valueType: 'LIST', values: ['a'] }, text],
  ['a list of another form refuses no text', 'schema', 'allowableValues', 7, text],
];

type Meaning = ReturnType<typeof meaningOf>;

/** The diagnostics that a member adds. */
function addedIn(after: Meaning, before: Meaning): Meaning['diagnostics'] {
  const known = new Set(before.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`));
  return after.diagnostics.filter(({ code, pointer }) => !known.has(`${code} ${pointer}`));
}

describe.each(versions)('%s:', (version) => {
  test.each(telling)('%s', (_name, kind, word, value, beside = {}) => {
    const { without, pointer, ...given } = caseOf(kind, { word, value, beside, version, verdict: 'W-KEY' });
    const before = meaningOf(without);
    const after = meaningOf(given.with);
    expect(addedIn(after, before)).toEqual([expect.objectContaining({ code: 'W-KEY', pointer })]);
    expect(before.service).toBeDefined();
    expect(after.service).toBe(before.service);
  });
});

const known = [
  resourceMembers,
  apiMembers,
  operationMembers,
  parameterMembers,
  propertyMembers,
  modelMembers,
];
const words = new Set([
  ...known.flatMap(({ needed, others }) => [...needed, ...others]),
  ...['grantTypes', 'passAs', 'keyname', 'scope', 'valueType', 'values', 'code', 'reason', 'message'],
]);
const values = [{}, [], 'header', 'true', true, 1, { s: [] }, { valueType: 'LIST', values: ['a'] }, [text]];

/** Whether each ignored member of this name has an effect, by the JSON of the document that has it. */
function effectsOf(word: string, kind: string, version: string): [document: string, hasEffect: boolean][] {
  const cases = values.map((value) => caseOf(kind, { word, value, version, verdict: 'W-KEY' }));
  const before = meaningOf(cases[0]?.without ?? {});
  return cases.flatMap(({ pointer, with: document }) => {
    const after = meaningOf(document);
    const [first, second] = addedIn(after, before);
    const isIgnored = first?.pointer === pointer && first.found.includes('which is ignored') && !second;
    return isIgnored ? [[JSON.stringify(document), after.service !== before.service]] : [];
  });
}

describe.each(versions)('every word of Swagger 1.x in every object of %s:', (version) => {
  test.each(kindsOf(version))('%s', { tags: ['long'] }, (kind) => {
    const effects = [...words].flatMap((word) => effectsOf(word, kind, version));
    expect(effects.length).toBeGreaterThan(0);
    expect(effects.filter(([, hasEffect]) => hasEffect)).toEqual([]);
  });
});
