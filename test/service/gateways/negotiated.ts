/** Helpers of the Accept tests: the media types of this service, and the compared parts of a response. */

import type { HttpAnswer, RawRequest } from '../../headwater/run/gateways/client.ts';

export const json = 'application/json';
export const v1 = 'application/vnd.headwater-v1+json';
export const v2 = 'application/vnd.headwater-v2+json';
export const v3 = 'application/vnd.headwater-v3+json';

export const accept = (...values: readonly string[]): NonNullable<RawRequest['headers']> =>
  values.map((value) => ['Accept', value] as const);

/** The media type without the charset that serverless-offline adds. */
export const mediaType = ({ headers }: HttpAnswer) =>
  headers['content-type']?.replace(/; ?charset=utf-8$/, '');

/** `call` has compared `instance` of a problem with the response. */
export function described(answer: HttpAnswer) {
  const { status, headers } = answer;
  const { instance: _named, ...body } = Object(answer.body);
  // serverless-offline compresses what has more than 1 KiB.
  const vary = headers['vary']?.replace(/,accept-encoding$/, '');
  return { status, type: mediaType(answer), vary, body };
}

export const notAcceptable = (offered: readonly string[]) => ({
  status: 406,
  type: 'application/problem+json',
  vary: 'Accept',
  body: {
    type: 'urn:problem-type:headwater:not_acceptable',
    title: 'No acceptable representation',
    status: 406,
    detail: `Nothing in Accept is offered here; offered: ${offered.join(', ')}.`,
    offered,
  },
});
