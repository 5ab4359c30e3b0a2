import { describe, expect, test } from 'vitest';
import { checkIssuers, readAccess } from '../../../../lib/headwater/shared/access-settings.ts';

const issuer = { issuer: 'https://id.example.com/', audiences: ['headwater'] };

test('an issuer has usual algorithms, and its keys at the usual place', () => {
  const jwksUri = 'https://id.example.com/.well-known/jwks.json';
  const expected = { ...issuer, algorithms: ['RS256', 'ES256'], jwksUri };
  expect(readAccess(JSON.stringify({ issuers: [issuer] }))).toEqual({ isOpen: false, issuers: [expected] });
});

test.each([undefined, '', '{}', '{"issuers":[]}'])('%j closes the service for all tokens', (text) => {
  expect(readAccess(text)).toEqual({ isOpen: false, issuers: [] });
});

test('one word opens it', () => {
  expect(readAccess('open')).toEqual({ isOpen: true, issuers: [] });
});

describe('is refused, with what is expected:', () => {
  test.each([
    ['Open', 'Unexpected token'],
    ['true', ''],
    ['null', ''],
    ['[]', ''],
    ['{"issuers":{}}', '"issuers" is not a list.'],
    ['{"issuer":[]}', '"issuer" is unknown.'],
    [JSON.stringify({ issuers: [{ ...issuer, issuer: 'http://id.example.com' }] }), '"issuer" is not an URL'],
    [JSON.stringify({ issuers: [{ ...issuer, issuer: 7 }] }), '"issuer" is not an URL'],
    [JSON.stringify({ issuers: [{ ...issuer, audiences: [] }] }), '"audiences" is not a list of texts.'],
    [JSON.stringify({ issuers: [{ ...issuer, audiences: 'a' }] }), '"audiences" is not a list of texts.'],
    [
      JSON.stringify({ issuers: [{ ...issuer, algorithms: ['HS256'] }] }),
      '"algorithms" is not a list of RS256',
    ],
    [
      JSON.stringify({ issuers: [{ ...issuer, algorithms: ['none'] }] }),
      '"algorithms" is not a list of RS256',
    ],
    [JSON.stringify({ issuers: [{ ...issuer, jwksUri: 'ftp://a' }] }), '"jwksUri" is not an URL'],
    [JSON.stringify({ issuers: [{ ...issuer, audience: 'a' }] }), '"audience" is unknown.'],
    [JSON.stringify({ issuers: [{ ...issuer, scopeClaim: 7 }] }), '"scopeClaim" is not the name of a claim.'],
    [JSON.stringify({ issuers: [{ ...issuer, claims: ['a'] }] }), '"claims" is not an object.'],
    [
      JSON.stringify({ issuers: [{ ...issuer, claims: { org_id: 'acme' } }] }),
      'An issuer with "claims" has no "scopes": the list of those that its tokens can have.',
    ],
    [JSON.stringify({ issuers: [{ ...issuer, scopes: 'a' }] }), '"scopes" is not a list of texts.'],
    [JSON.stringify({ issuers: [{ ...issuer, scopes: [7] }] }), '"scopes" is not a list of texts.'],
    [' open', 'Unexpected token'],
  ])('%s', (text, reason) => {
    const read = () => readAccess(text);
    expect(read).toThrow('The environment variable ACCESS is not valid');
    expect(read).toThrow(reason);
    expect(read).toThrow('Expected {"issuers":[');
  });
});

test('two issuers of one name are refused', () => {
  const other = { ...issuer, issuer: 'https://login.example.com' };
  const read = (...issuers: object[]) => checkIssuers(readAccess(JSON.stringify({ issuers })));
  expect(() => read(issuer, other)).not.toThrow();
  expect(() => read(issuer, other, issuer)).toThrow(
    'ACCESS is not valid: the issuer "https://id.example.com/" is named twice.',
  );
});
