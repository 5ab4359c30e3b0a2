/** A preview may take the failures of a stream as its records: its caller must be allowed to read streams. */

import { expect, test, vi } from 'vitest';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken } from '../../support/token-maker.ts';
import { streamFunctions } from '../support/stream-functions.ts';

test('a preview of the failures of a stream needs the scope of its reads, too', {
  tags: ['access'],
}, async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { access, issuer } = await startTokenIssuer();
  vi.stubEnv('ACCESS', access);
  const { call } = await streamFunctions(['stream-push', 'source-createMappingPreview']);
  const as = (scope: string) => ({
    headers: { authorization: `Bearer ${makeToken(issuer, { claims: { sub: 'ada', scope } })}` },
  });
  const owner = as('source:write stream:write');
  const idOf = ({ body }: { body: unknown }) => String(Object(body)._id);
  const preprocessors = [{ type: 'fail', message: 'No.' }];
  const id = idOf(await call('source-create', { body: { preprocessors }, ...owner }));
  const stream = idOf(await call('stream-create', { body: { source: id }, ...owner }));
  await call('stream-push', { id: stream, body: [{ secret: 1 }], ...owner });
  const preview = (scope: string, body: object) =>
    call('source-createMappingPreview', { id, body, ...as(scope) });
  const failures = { stream, failures: true };
  expect(await preview('source:read', failures)).toMatchObject({
    status: 403,
    body: { detail: 'The credential lacks the scope "stream:read".', scopes: ['stream:read'] },
    headers: { 'www-authenticate': expect.stringMatching(/insufficient_scope.*stream:read/) },
  });
  expect(await preview('source:read stream:read', failures)).toMatchObject({
    status: 200,
    body: { sampled: 1, results: [{ raw: { secret: 1 } }] },
  });
  expect((await preview('source:read', { records: [{}] })).status).toBe(200);
});
