/** Requests to an operation of a random OpenAPI document: as declared, or with one thing changed. */

import type { Draw } from './draw.ts';
import { drawInstance } from './random-instances.ts';
import type { RandomOperation, RandomParameter, Words } from './random-openapi.ts';
import { mutated } from './random-values.ts';

export interface RandomRequest {
  readonly path: string;
  readonly key: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const strangeTexts = ['', 'x', '-1', '0.3', '1e1', '007', 'true', 'null', '2024-02-29', 'a,b', '99'];

export function drawRequest(
  draw: Draw,
  { operationId, parameters, body }: RandomOperation,
  schemas: Readonly<Record<string, Words>>,
): RandomRequest {
  const changed = draw.chance(50) ? undefined : draw.pick([...parameters.map(({ name }) => name), 'body']);
  const sent = parameters
    .filter(({ required, name }) => (required && !(name === changed && draw.chance(20))) || draw.chance(60))
    .map((parameter) => ({
      parameter,
      texts: textsOf(draw, { parameter, schemas, isChanged: parameter.name === changed }),
    }));
  const at = (place: string) => sent.filter(({ parameter }) => parameter.in === place);
  const key = at('path')[0]?.texts[0] || 'key';
  const pairs = at('query').flatMap(({ parameter, texts }) =>
    texts.map((text) => `${parameter.name}=${encodeURIComponent(text)}`),
  );
  const isSent = body && (body.required ? !(changed === 'body' && draw.chance(10)) : draw.chance(70));
  const value = isSent ? drawInstance({ draw, schemas }, body.schema) : undefined;
  return {
    path: `/v1/${operationId}/${encodeURIComponent(key)}`,
    key,
    query: pairs.join('&'),
    headers: {
      ...Object.fromEntries(at('header').map(({ parameter, texts }) => [parameter.name, texts.join(',')])),
      ...(isSent ? { 'content-type': 'application/json' } : {}),
    },
    ...(isSent ? { body: JSON.stringify(changed === 'body' ? mutated(draw, value) : value) } : {}),
  };
}

interface Sending {
  readonly parameter: RandomParameter;
  readonly schemas: Readonly<Record<string, Words>>;
  readonly isChanged: boolean;
}

const separators: Readonly<Record<string, string>> = { pipeDelimited: '|', spaceDelimited: ' ' };

function textsOf(draw: Draw, { parameter, schemas, isChanged }: Sending): string[] {
  const { schema, content, style = '', explode } = parameter;
  if (content) {
    const value = drawInstance({ draw, schemas }, content['application/json'].schema);
    return [isChanged && draw.chance(20) ? '{' : JSON.stringify(isChanged ? mutated(draw, value) : value)];
  }
  const value = drawInstance({ draw, schemas }, schema ?? {});
  const texts = [value].flat().map(String);
  if (isChanged) texts.splice(draw.nat(texts.length), draw.nat(1), draw.pick(strangeTexts));
  // A list without items is not sent.
  return explode === false && texts.length > 0 ? [texts.join(separators[style] ?? ',')] : texts;
}
