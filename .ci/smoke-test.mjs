/**
 * Requests that a deployed service must answer, by its descriptors: each GET without a variable in its path. Without a
 * credential, a guarded one is refused; without parameters, one that needs some is, too.
 */

import { readFileSync } from 'node:fs';

const tries = 5;

/** @param url of the API. @throws Error if an answer is not as the descriptors say. */
export async function smokeTest(url) {
  const { routes } = JSON.parse(readFileSync('.generated/access.json', 'utf8'));
  const functions = JSON.parse(readFileSync('.generated/functions.json', 'utf8'));
  const guarded = new Map(routes.map(({ method, path, access }) => [`${method} ${path}`, access.length > 0]));
  const paths = Object.values(functions)
    .flatMap(({ events }) => events.flatMap(({ httpApi = [] }) => httpApi))
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .map(({ path }) => path);
  const expected = [
    ...paths.map((path) => [path, guarded.get(`GET ${path}`) ? [401] : [200, 303, 400]]),
    ['/no-such-path', [404]],
  ];
  const wrong = [];
  for (const [path, statuses] of expected) {
    const status = await statusOf(new URL(`${url.replace(/\/$/, '')}${path}`));
    console.log(`${status} GET ${path}`);
    if (!statuses.includes(status)) wrong.push(`GET ${path}: ${status} instead of ${statuses.join(' or ')}`);
  }
  if (wrong.length > 0) throw new Error(`The service does not answer as it should:\n${wrong.join('\n')}`);
}

/** A new route may take a second until the gateway knows it. */
async function statusOf(url) {
  for (let tried = 1; ; tried++) {
    const status = await fetch(url, { redirect: 'manual' }).then(
      (response) => response.status,
      () => 0,
    );
    if ((status > 0 && status < 500) || tried === tries) return status;
    await new Promise((done) => setTimeout(done, 500));
  }
}
