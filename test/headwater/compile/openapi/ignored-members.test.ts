/** A member of OpenAPI documents that the build says it ignores changes nothing, even a word of Swagger 1.x. */

import { describe, expect, test } from 'vitest';
import { propertyMembers } from '../../../../lib/headwater/compile/read/swagger1/data-type.ts';
import { apiMembers, resourceMembers } from '../../../../lib/headwater/compile/read/swagger1/declaration.ts';
import { modelMembers } from '../../../../lib/headwater/compile/read/swagger1/models.ts';
import { operationMembers } from '../../../../lib/headwater/compile/read/swagger1/operation.ts';
import { parameterMembers } from '../../../../lib/headwater/compile/read/swagger1/parameters.ts';
import { caseOf, kindsOf } from '../../../support/oas-words.ts';
import { planDocument } from '../../../support/plan-document.ts';

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

/** The object of a document with these members. */
function withMembers(kind: string, version: string, members: Readonly<Record<string, unknown>>) {
  const [word = '', ...others] = Object.keys(members);
  const beside = Object.fromEntries(others.map((name) => [name, members[name]]));
  const made = caseOf(kind, { word, value: members[word], beside, version, verdict: 'W-KEY' });
  return { ...meaningOf(made.with), place: made.pointer.slice(0, -word.length) };
}

/** The words that the build says it ignores in the object, and of which it reports nothing else. */
function ignoredOf(kind: string, version: string, named: readonly string[], value: unknown): string[] {
  const { diagnostics, place } = withMembers(
    kind,
    version,
    Object.fromEntries(named.map((word) => [word, value])),
  );
  const byPlace = Map.groupBy(diagnostics, ({ pointer }) => pointer);
  return named.filter((word) => {
    const [only, ...others] = byPlace.get(`${place}${word}`) ?? [];
    return only?.found.includes('which is ignored') && others.length === 0;
  });
}

describe.each(versions)('every word of Swagger 1.x in every object of %s:', (version) => {
  test.each(kindsOf(version))('%s', { tags: ['descriptors'] }, (kind) => {
    const unknown = [...words].filter((word) => ignoredOf(kind, version, [word], 'header').length > 0);
    const { service } = meaningOf(
      caseOf(kind, { word: 'unknown', value: 1, version, verdict: 'W-KEY' }).without,
    );
    expect(unknown.length).toBeGreaterThan(20);
    for (const value of values) {
      const ignored = ignoredOf(kind, version, unknown, value);
      const members = Object.fromEntries(ignored.map((word) => [word, value]));
      const { service: after } = withMembers(kind, version, members);
      expect([value, ignored, after]).toEqual([value, unknown, service]);
    }
  });
});
