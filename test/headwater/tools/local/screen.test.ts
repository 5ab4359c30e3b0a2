/** The example of the screen of `npm start`: a command that its reader may run. */

import { expect, test } from 'vitest';
import { screen } from '../../../../lib/headwater/tools/local/screen.ts';
import { planDocument, planDocuments } from '../../../support/plan-document.ts';

const path = (operationId: string, security?: readonly object[], parameters: readonly object[] = []) => ({
  get: {
    tags: ['thing'],
    operationId,
    ...(security && { security }),
    parameters,
    responses: { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } },
  },
});
const admin = [{ token: ['thing:admin', 'thing:read'] }];
const keyed = [{ key: [] }];
const size = [{ name: 'size', in: 'query', required: true, schema: { type: 'integer' } }];

function tryLine(paths: object, auth: boolean, data = '.data'): string | undefined {
  const { service, diagnostics } = planDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  });
  if (!service) throw new Error(JSON.stringify(diagnostics));
  const others = { gateway: 'offline', 'check-responses': false, 'allow-host': [], watch: false } as const;
  const settings = { ...others, port: 3000, inspect: undefined, data, auth, inspected: [] };
  return /^ {2}Try {4}(.*)$/m.exec(screen(service, 'http://localhost:3000', settings))?.[1];
}

const curl = 'curl -s http://localhost:3000';
const paths = { '/admin': path('audit', admin), '/open': path('list'), '/key': path('keys', keyed) };
const guarded = {
  '/key': path('keys', keyed),
  '/sized': path('page', admin, size),
  '/admin': path('audit', admin),
};
const withToken = (options: string) =>
  `curl -s -H "Authorization: Bearer $(npx headwater token ${options})" http://localhost:3000/v1/admin`;

test.each<[name: string, given: object, auth: boolean, data: string, want: string]>([
  ['the first GET, where everybody may call', paths, false, '.data', `${curl}/v1/admin`],
  ['a public GET, where others need tokens', paths, true, '.data', `${curl}/v1/open`],
  [
    'a GET whose credential is optional',
    { ...guarded, '/both': path('both', [...admin, {}]) },
    true,
    '.data',
    `${curl}/v1/both`,
  ],
  ['else a GET with its token', guarded, true, '.data', withToken('--scopes "thing:admin thing:read"')],
  [
    'from the key of the data folder',
    guarded,
    true,
    'mine',
    withToken('--scopes "thing:admin thing:read" --data=mine'),
  ],
  [
    'the descriptors, where no token suffices',
    { '/key': path('keys', keyed) },
    true,
    '.data',
    `${curl}/v1/api-docs.json`,
  ],
])('%s', (_name, given, auth, data, want) => {
  expect(tryLine(given, auth, data)).toBe(want);
});

test('claims of callers are in the command for a token, and said where nobody needs one', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/admin': path('audit', admin) },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  const { service } = planDocuments(
    { 'thing.json': document },
    {
      'x-claims': {
        org_id: { type: 'string', required: true, 'x-example': 'acme' },
        email: { type: 'string', required: true, 'x-example': 'a@example.com' },
        level: { type: 'int' },
      },
      'x-tenant': 'org_id',
    },
  );
  if (!service) throw new Error('There is no service.');
  const others = { gateway: 'offline', 'check-responses': false, 'allow-host': [], watch: false } as const;
  const settings = { ...others, port: 3000, inspect: undefined, data: '.data', inspected: [] };
  const accessOf = (auth: boolean) =>
    /^ {2}Access (.*)$/m.exec(screen(service, 'http://localhost:3000', { ...settings, auth }))?.[1];
  expect(accessOf(false)).toBe(
    'open, everybody on this machine may call, with the claims org_id=acme email=a@example.com; npm start -- --auth asks for tokens',
  );
  expect(accessOf(true)).toBe(
    `needs a token: npx headwater token --scopes "thing:admin thing:read" --tenant acme --claim 'email=a@example.com'`,
  );
});
