/** The refusal to delete a source in use names its streams only to whom may read streams. */

import { expect, test, vi } from 'vitest';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken } from '../../support/token-maker.ts';
import { streamFunctions } from '../support/stream-functions.ts';

test('a source in use shows its streams to a credential that may read streams, and to no other', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { access, issuer } = await startTokenIssuer();
  vi.stubEnv('ACCESS', access);
  const { call } = await streamFunctions(['source-remove']);
  const as = (scope: string) => ({
    headers: { authorization: `Bearer ${makeToken(issuer, { claims: { sub: 'ada', scope } })}` },
  });
  const owner = as('source:write stream:write');
  const idOf = ({ body }: { body: unknown }) => String(Object(body)._id);
  const id = idOf(await call('source-create', { body: {}, ...owner }));
  const stream = idOf(await call('stream-create', { body: { source: id }, ...owner }));
  const detail = `The source ${id} has streams that are not closed; close them first.`;
  const shown = await call('source-remove', { id, ...as('source:write stream:read') });
  expect(shown).toMatchObject({ status: 409, body: { detail, streams: [stream] } });
  for (const scope of ['source:write', 'source:write stream:write', 'source:write stream:reader']) {
    const hidden = await call('source-remove', { id, ...as(scope) });
    expect(hidden).toMatchObject({ status: 409, body: { detail } });
    expect(JSON.stringify(hidden)).not.toContain(stream);
  }
});
