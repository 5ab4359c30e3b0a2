/** From the body of an event to its text. */

import { expect, test } from 'vitest';
import { hasBody, refuseEncoded } from '../../../../lib/headwater/run/http/request/body.ts';
import { readUrlencoded } from '../../../../lib/headwater/run/http/request/form.ts';
import { readBodyText } from '../../../../lib/headwater/run/http/steps/parse-body.ts';
import { readForm } from '../../../../lib/headwater/run/http/steps/parse-form.ts';
import { httpApiEvent } from '../../../support/event.ts';

const post = (headers: Readonly<Record<string, string>>, body: string | Uint8Array = 'a') =>
  httpApiEvent({ method: 'POST', url: '/thing', headers, body });

const bodies: readonly [body: string | null | undefined, isThere: boolean][] = [
  [undefined, false],
  [null, false],
  ['', false],
  [' ', true],
  ['null', true],
];
test.each(bodies)('%j is a body: %s', (body, isThere) => {
  expect(hasBody(body === undefined ? {} : { body })).toBe(isThere);
});

const types = ['application/json', 'application/vnd.a+json'];

const texts = ['é😀', '\ufffd', 'a\ufffdb\ufffd', '\u0000', '\ufeffa'];
test.each(types.flatMap((type) => texts.map((text) => [type, text] as const)))(
  'as %s: %j is read unchanged',
  (type, text) => {
    expect(readBodyText(post({ 'content-type': type }, text))).toBe(text);
  },
);

const damaged = [[0xff], [0x61, 0xe9, 0x62], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80]];
test.each(types.flatMap((type) => damaged.map((bytes) => [type, bytes] as const)))(
  'as %s: the bytes %j are not UTF-8',
  (type, bytes) => {
    const event = post({ 'content-type': type }, Uint8Array.from(bytes));
    expect(() => readBodyText(event)).toThrow('The body is not UTF-8.');
  },
);

const urlencoded = 'application/x-www-form-urlencoded';
const accepted: readonly Record<string, string>[] = [
  {},
  { 'content-encoding': 'identity' },
  { 'content-encoding': ' IDENTITY ' },
  { 'content-encoding': '' },
  { 'content-type': 'a/b; charset=utf-8' },
  { 'content-type': 'a/b;CHARSET="UTF-8"; c=d' },
  { 'content-type': 'a/b; charsets=utf-16' },
];
test.each(accepted)('%j is accepted', (headers) => {
  expect(() => refuseEncoded(post(headers), [urlencoded])).not.toThrow();
});

const refused: readonly [headers: Record<string, string>, answerHeaders: object][] = [
  [{ 'content-type': urlencoded, 'content-encoding': 'gzip' }, { 'accept-encoding': 'identity' }],
  [{ 'content-type': urlencoded, 'content-encoding': 'identity, br' }, { 'accept-encoding': 'identity' }],
  [{ 'content-type': `${urlencoded}; charset=utf-16` }, { accept: urlencoded }],
  [{ 'content-type': `${urlencoded}; charset=utf-8;charset=latin1` }, { accept: urlencoded }],
  [{ 'content-type': `${urlencoded}; charset=` }, { accept: urlencoded }],
];
test.each(refused)('%j is refused, in a form, too', async (headers, answerHeaders) => {
  const problem = { code: 'unsupported_media_type', headers: answerHeaders };
  expect(() => refuseEncoded(post(headers), [urlencoded])).toThrow(expect.objectContaining(problem));
  const form = { required: true, maxBytes: 9, mediaTypes: [urlencoded] };
  await expect(readForm(form, post(headers), { [urlencoded]: readUrlencoded })).rejects.toMatchObject(
    problem,
  );
});
