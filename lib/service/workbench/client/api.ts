/** The service, by the client that its descriptors make. The credential is kept in memory alone: it is gone with the page. */

import {
  type Answer,
  createClient,
  type ProblemDetails,
  ProblemError,
  type SuccessfulAnswer,
} from '#generated/client.ts';
import { noteMissed, rights, useRightsOf } from './rights.ts';

let credential: Readonly<Record<string, string>> = {};

/** Asks a person for a credential. Resolves to undefined when there is none. @param why The words of the service. */
export type AskCredential = (why: string) => Promise<string | undefined>;

let ask: AskCredential = async () => undefined;

export function onCredentialNeeded(asked: AskCredential): void {
  ask = asked;
}

/** A token has the three parts of a JWT; anything else is a key. */
export function useCredential(text: string): void {
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
  credential = isToken ? { authorization: `Bearer ${text}` } : { 'x-api-key': text };
  useRightsOf(isToken ? 'token' : 'key', text);
}

export function forgetCredential(): void {
  credential = {};
  rights.set({ missed: [] });
}

export const api = createClient({
  // The service is in the folder of the page.
  baseUrl: new URL('.', document.baseURI).href,
  headers: () => credential,
  renewCredential: async ({ detail, title = '' }) => {
    const { expires = Number.POSITIVE_INFINITY } = rights.value;
    const given = await ask(expires < Date.now() ? 'The token has expired.' : (detail ?? title));
    if (given !== undefined) useCredential(given);
    return given !== undefined;
  },
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }).catch(sayUnreachable),
});

/** The words of browsers are for programmers, such as `Failed to fetch`. */
function sayUnreachable(cause: unknown): never {
  if (!(cause instanceof TypeError)) throw cause;
  throw new Error(`The service at ${location.host} cannot be reached. What is here stays here.`, { cause });
}

/** The most wrong values that a message names. */
const maxNamed = 3;

/** What is wrong and where; of a failure of the service, the id by which its log is found. */
function reasonOf({ detail, title, status, errors = [], instance = '' }: ProblemDetails): string {
  const sentence = detail ?? title ?? `The service answered ${status}.`;
  const named = errors
    .slice(0, maxNamed)
    .map(({ name, pointer, message }) => `${name || pointer || 'It'} ${message}.`);
  const id =
    status >= 500 && instance !== '' ? [`Its log has the request ${instance.split(':').at(-1)}.`] : [];
  return [sentence, ...named, ...id].join(' ');
}

/** @throws ProblemError with what is wrong and where; Error when the service cannot be reached. */
export async function successOf<Data>(
  answer: Promise<Answer<Data, number>>,
): Promise<SuccessfulAnswer<Data>> {
  const answered = await answer;
  if (answered.ok) return answered;
  const { status, problem } = answered;
  if (status === 403) noteMissed(problem['scopes']);
  throw new ProblemError(problem, reasonOf(problem));
}

/** As `successOf`. */
export async function unwrap<Data>(answer: Promise<Answer<Data, number>>): Promise<Data> {
  return (await successOf(answer)).data;
}
