/**
 * Accessors of `#generated/aws.ts` for secrets and parameters. They read by signed requests: that takes 23 KB of a bundle that
 * has no client of the SDK, whose own takes 234 KB, and no layer, which would start a second process in each container.
 */

import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { keptValue } from './kept-values.ts';
import { exchange, type HttpAnswer, jsonRequest, signRequest } from './signed-request.ts';
import { resourceVariable } from './variables.ts';

export interface SecretValue {
  /**
   * Reads the value, and keeps it for five minutes in the container. The context of a handler has the time.
   *
   * @throws ServiceError unavailable, timeout if the service that keeps it does not answer; not_implemented on a machine that has no value.
   * @throws Error if it does not exist, or the function may not read it.
   */
  value(time: InvocationTime): Promise<string>;
}

/** How the variable says where the value is. The last one has the value itself, on one's own machine and in tests. */
const sources = {
  ssm: {
    operation: 'GetParameter',
    inputOf: (name: string) => ({ Name: name, WithDecryption: true }),
    valueIn: (body: unknown) => membersOf(membersOf(body)['Parameter'])['Value'],
  },
  secretsmanager: {
    operation: 'GetSecretValue',
    inputOf: (name: string) => ({ SecretId: name }),
    valueIn: (body: unknown) => membersOf(body)['SecretString'],
  },
} as const;

/** @param variable such as `ssm:/shop/prod/payment`, `secretsmanager:shop/prod/payment` or `value:…`. */
export function secretValue(variable: string): SecretValue {
  return {
    value: async (time) => {
      const [, source = '', name = ''] = /^(\w+):(.*)$/s.exec(resourceVariable(variable)) ?? [];
      if (source === 'value') return name;
      if (source !== 'ssm' && source !== 'secretsmanager')
        throw new Error(`The variable ${variable} names no service that keeps secrets.`);
      return keptValue(`${source}:${name}`, () => read(source, name, time));
    },
  };
}

async function read(source: keyof typeof sources, name: string, time: InvocationTime): Promise<string> {
  const { operation, inputOf, valueIn } = sources[source];
  const signing = { region: process.env['AWS_REGION'] ?? '', environment: process.env };
  const request = jsonRequest(source, operation, inputOf(name), signing);
  const answer = await sent(await signRequest(request, { service: source, ...signing }), time);
  const value = valueIn(answer.body);
  if (answer.status === 200 && typeof value === 'string') return value;
  throw refusal(name, answer);
}

async function sent(...call: Parameters<typeof exchange>): Promise<HttpAnswer> {
  try {
    return await exchange(...call);
  } catch (cause) {
    const isOver = membersOf(cause)['name'] === 'AbortError';
    throw unavailable(isOver ? 'timeout' : 'unavailable', cause);
  }
}

/** Other refusals stay until somebody changes the secret or the rights of the function. */
function refusal(name: string, { status, body }: HttpAnswer): Error {
  const { __type: type } = membersOf(body);
  const reason = typeof type === 'string' ? type.replace(/^.*#/, '') : `status ${status}`;
  const isBusy = status === 429 || status >= 500 || /Throttling/.test(reason);
  const cause = new Error(`${name} cannot be read: ${reason}`);
  return isBusy ? unavailable('unavailable', cause) : cause;
}

function unavailable(code: 'unavailable' | 'timeout', cause: unknown): ServiceError {
  const detail = 'A service that keeps settings does not answer.';
  return new ServiceError(code, detail, { cause, failing: { name: 'secrets' } });
}
