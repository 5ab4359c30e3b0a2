/** The preview of a preprocessor runs a client's configuration, so it needs a credential. */

import { expect, test, vi } from 'vitest';
import { loadFunction } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken } from '../../support/token-maker.ts';

test('a preview needs its own scope, and reads no configuration before', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { access, issuer } = await startTokenIssuer();
  vi.stubEnv('ACCESS', access);
  vi.stubEnv('TABLE_NAME', 'none');
  const send = await loadFunction(repository, 'preprocessor-preview');
  const preview = (scope: string | undefined, configuration: object) =>
    send({
      ...{ url: '/v1/preprocessor/gsub/preview', method: 'POST', pathParameters: { type: 'gsub' } },
      headers: {
        'content-type': 'application/json',
        ...(scope === undefined
          ? {}
          : { authorization: `Bearer ${makeToken(issuer, { claims: { sub: 'ada', scope } })}` }),
      },
      body: JSON.stringify({ configuration, records: [{ a: 'x' }] }),
    });
  expect(await preview(undefined, { wrong: true })).toMatchObject({ status: 401 });
  expect(await preview('source:write', { wrong: true })).toMatchObject({
    status: 403,
    body: { scopes: ['preprocessor:preview'] },
  });
  const configuration = { field: 'a', pattern: 'x', replacement: 'y' };
  expect(await preview('preprocessor:preview', configuration)).toMatchObject({
    status: 200,
    body: { results: [{ document: { a: 'y' } }] },
  });
});
