/**
 * How requests to the search engine prove who sends them: by a signature of AWS for domains (`es`) and serverless
 * collections (`aoss`), or by a user name or an API key from a secret or the environment.
 */

import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { forgetValue, keptValue } from '../aws/kept-values.ts';
import { type Environment, type HttpRequest, jsonRequest, signRequest } from '../aws/signed-request.ts';
import type { EngineAnswer } from './engine-answer.ts';

export interface EngineAccess {
  readonly authorize: (request: HttpRequest) => Promise<HttpRequest>;
  /** Called if the engine refuses the credentials: a secret is read again. */
  readonly forget: () => void;
}

type Send = (request: HttpRequest) => Promise<EngineAnswer>;

/**
 * `SEARCH_ACCESS` is the ARN of a domain, a collection or a secret; `SEARCH_CREDENTIALS` is what a secret would contain, for
 * engines on one's own machine. With neither, requests have no credentials.
 *
 * @param send Sends a request to another service of AWS.
 * @throws Error if one of them has another form. The message never has its value.
 */
export function engineAccess(environment: Environment, send: Send): EngineAccess {
  const { SEARCH_ACCESS: arn = '', SEARCH_CREDENTIALS: credentials = '' } = environment;
  if (arn === '') {
    const header = credentials === '' ? undefined : headerOf(credentials, 'SEARCH_CREDENTIALS');
    return {
      authorize: async (request) => (header ? withHeader(request, header) : request),
      forget: () => {},
    };
  }
  const [, service, region = ''] = /^arn:[\w-]+:(es|aoss|secretsmanager):([\w-]+):\d*:.+$/.exec(arn) ?? [];
  if (service === undefined)
    throw new Error(
      'The environment variable SEARCH_ACCESS is not the ARN of a domain (es), a collection (aoss) or a secret (secretsmanager).',
    );
  const sign = (request: HttpRequest) => signRequest(request, { service, region, environment });
  if (service !== 'secretsmanager') return { authorize: sign, forget: () => {} };
  const request = jsonRequest('secretsmanager', 'GetSecretValue', { SecretId: arn }, { region, environment });
  const read = async () => headerIn(await send(await sign(request)));
  return {
    authorize: async (sent) => withHeader(sent, await keptValue(arn, read, 'The secret of SEARCH_ACCESS')),
    forget: () => forgetValue(arn),
  };
}

function headerIn({ status, body }: EngineAnswer): string {
  const { SecretString: secret, __type: type } = membersOf(body);
  if (typeof secret === 'string') return headerOf(secret, 'secret of SEARCH_ACCESS');
  if (status === 429 || status >= 500)
    throw new ServiceError('unavailable', `Secrets Manager answers ${status}.`, {
      failing: { name: 'search' },
    });
  const reason = typeof type === 'string' ? type.replace(/^.*#/, '') : 'no secret';
  throw new Error(`The secret of SEARCH_ACCESS cannot be read: ${status} ${reason}.`);
}

/** @throws Error without the value. */
function headerOf(credentials: string, name: string): string {
  const { username, password, api_key: key } = membersOf(parsed(credentials));
  if (typeof key === 'string') return `ApiKey ${key}`;
  if (typeof username === 'string' && typeof password === 'string')
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  throw new Error(`The ${name} is not JSON with "username" and "password", or with "api_key".`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would show a part of the text.
    return undefined;
  }
}

function withHeader(request: HttpRequest, authorization: string): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}
