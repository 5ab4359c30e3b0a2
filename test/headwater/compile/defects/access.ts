/** Defects of authorizations: each would leave an operation open, or closed for everybody. */

import type { Defect } from './defect.ts';

const find = 'pet#/apis/0/operations/0';
const own = `${find}/authorizations`;
const schemes = 'api-docs#/authorizations';

const using = (name: string, definition: object) => ({
  [schemes]: { [name]: definition },
  [own]: { [name]: [] },
});

const defined = { [schemes]: { oauth2: { type: 'oauth2', scopes: [{ scope: 'pet:read' }] } } };

/** A key in it would be logged, echoed, stored, read as something else, or taken out by the gateway. */
const otherHeaders = [
  'X-Request-Id',
  'traceparent',
  'X-Owner',
  'Idempotency-Key',
  'Cookie',
  'Host',
  'Accept',
];

const claimsAt = 'api-docs#/x-claims';
const claim = { type: 'string', required: true, 'x-example': 'acme' };

/** Claims of callers that could not be checked, or that nobody could have under `npm start`. */
const claimDefects: readonly Defect[] = [
  ['claims that are a list', { [claimsAt]: ['org_id'] }, 'E-SHAPE', claimsAt],
  ['a claim that is a text', { [claimsAt]: { org_id: 'string' } }, 'E-SHAPE', `${claimsAt}/org_id`],
  [
    'a claim whose pattern is not a regular expression',
    { [claimsAt]: { org_id: { ...claim, pattern: '[' } } },
    'E-PATTERN',
    `${claimsAt}/org_id/pattern`,
  ],
  [
    'a required claim without an example',
    { [claimsAt]: { org_id: { ...claim, 'x-example': undefined } } },
    'E-CLAIM',
    `${claimsAt}/org_id`,
  ],
  [
    'a claim whose example is not one',
    { [claimsAt]: { org_id: { ...claim, pattern: '^[0-9]+$' } } },
    'E-EXAMPLE',
    `${claimsAt}/org_id/x-example`,
  ],
  [
    'a tenant whose example cannot be a part of keys',
    { [claimsAt]: { org_id: { ...claim, 'x-example': 'Acme Ltd' } }, 'api-docs#/x-tenant': 'org_id' },
    'E-EXAMPLE',
    `${claimsAt}/org_id/x-example`,
  ],
  ['a tenant without claims', { 'api-docs#/x-tenant': 'org_id' }, 'E-CLAIM', 'api-docs#/x-tenant'],
  [
    'a tenant that is no declared claim',
    { [claimsAt]: { org_id: claim }, 'api-docs#/x-tenant': 'org' },
    'E-CLAIM',
    'api-docs#/x-tenant',
  ],
  [
    'a tenant that is a number',
    { [claimsAt]: { org_id: { type: 'int' } }, 'api-docs#/x-tenant': 'org_id' },
    'E-CLAIM',
    'api-docs#/x-tenant',
  ],
  ['misspelt claims', { 'api-docs#/x-claim': { org_id: claim } }, 'E-KEY', 'api-docs#/x-claim'],
];

export const accessDefects: readonly Defect[] = [
  ...claimDefects,
  ...otherHeaders.map(
    (keyname): Defect => [
      `a key in ${keyname}`,
      using('key', { type: 'apiKey', passAs: 'header', keyname }),
      'E-AUTHORIZATION',
      `${own}/key`,
    ],
  ),
  ['a password in each request', using('login', { type: 'basicAuth' }), 'E-AUTHORIZATION', `${own}/login`],
  [
    'a password, as in OpenAPI',
    using('login', { type: 'http', scheme: 'Basic' }),
    'E-AUTHORIZATION',
    `${own}/login`,
  ],
  [
    'a key in a query',
    using('key', { type: 'apiKey', passAs: 'query', keyname: 'key' }),
    'E-AUTHORIZATION',
    `${own}/key`,
  ],
  [
    'a key in a cookie',
    using('key', { type: 'apiKey', in: 'cookie', name: 'key' }),
    'E-AUTHORIZATION',
    `${own}/key`,
  ],
  [
    'a key in a header that cannot be one',
    using('key', { type: 'apiKey', passAs: 'header', keyname: 'my key' }),
    'E-AUTHORIZATION',
    `${own}/key`,
  ],
  ['an undefined password', { [own]: { basicAuth: [] } }, 'E-AUTHORIZATION', `${own}/basicAuth`],
  ['a scheme without a type', { [schemes]: { oauth2: {} } }, 'E-AUTHORIZATION', `${schemes}/oauth2`],
  ['an unknown type', { [schemes]: { a: { type: 'magic' } } }, 'E-AUTHORIZATION', `${schemes}/a/type`],
  ['authorizations that are a text', { [own]: 'oauth2' }, 'E-SHAPE', own],
  ['authorizations that are misspelt', { [`${find}/authorisations`]: {} }, 'E-KEY', `${find}/authorisations`],
  ['security that is an object', { [`${find}/security`]: { oauth2: [] } }, 'E-SHAPE', `${find}/security`],
  [
    'a token and a password at once',
    {
      'api-docs#/x-accepted-risks': ['password-in-each-request'],
      [schemes]: { oauth2: { type: 'oauth2' }, login: { type: 'basic' } },
      [`${find}/security`]: [{ oauth2: [], login: [] }],
    },
    'E-AUTHORIZATION',
    `${find}/security/0/oauth2`,
  ],
  [
    'a risk that is misspelt',
    { 'api-docs#/x-accepted-risks': ['key-in-qeury'] },
    'E-AUTHORIZATION',
    'api-docs#/x-accepted-risks/0',
  ],
  [
    'a key in a parameter of the query whose name has a quote',
    {
      'api-docs#/x-accepted-risks': ['key-in-query'],
      ...using('key', { type: 'apiKey', passAs: 'query', keyname: 'a"b' }),
    },
    'E-AUTHORIZATION',
    `${own}/key`,
  ],
  [
    'a scope with a space',
    { ...defined, [own]: { oauth2: [{ scope: 'a b' }] } },
    'E-AUTHORIZATION',
    `${own}/oauth2/0/scope`,
  ],
  [
    'a cache for everybody',
    { ...defined, [own]: { oauth2: [] }, [`${find}/x-cache`]: 'public, max-age=60' },
    'E-AUTHORIZATION',
    `${find}/x-cache`,
  ],

  [
    'a cache that knows only odd words',
    { ...defined, [own]: { oauth2: [] }, [`${find}/x-cache`]: 'max-age=60, x-private=1, a=", private,"' },
    'E-AUTHORIZATION',
    `${find}/x-cache`,
  ],

  [
    'a cache that keeps all but a header',
    { ...defined, [own]: { oauth2: [] }, [`${find}/x-cache`]: 'private="set-cookie", max-age=60' },
    'E-AUTHORIZATION',
    `${find}/x-cache`,
  ],
];

export const accessWarnings: readonly Defect[] = [
  [
    'a risk that the listing accepts',
    {
      'api-docs#/x-accepted-risks': ['key-in-query'],
      ...using('key', { type: 'apiKey', passAs: 'query', keyname: 'key' }),
    },
    'W-RISK',
    `${schemes}/key`,
  ],
  [
    'a key in Authorization',
    using('key', { type: 'apiKey', passAs: 'header', keyname: 'Authorization' }),
    'W-AUTHORIZATION',
    `${schemes}/key/keyname`,
  ],
  ['an authorization that is not defined', { [own]: { oauth2: [] } }, 'W-AUTHORIZATION', `${own}/oauth2`],
  [
    'one of the declaration that is not defined',
    { 'pet#/authorizations': { oauth2: [] } },
    'W-AUTHORIZATION',
    'pet#/authorizations/oauth2',
  ],
  [
    'a scope that is not defined',
    { ...defined, [own]: { oauth2: [{ scope: 'pet:raed' }] } },
    'W-AUTHORIZATION',
    `${own}/oauth2`,
  ],
];
