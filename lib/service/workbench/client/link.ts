/** The state of the bench in the fragment of a link, which is a report of what somebody sees. It is never sent to a server. */

import { readJson, writeJson } from '../../../shared/json/lossless-json.ts';
import { type Bench, cardsOf, change, enabledPipeline, usualLimit } from './bench.ts';
import { readFormat, readGivenPipeline, readPins } from './read-content.ts';

/** In characters; a longer text is cut at the end of a line. */
const maxText = 20_000;
/** A link of an attacker may unpack to more than fits into memory, in bytes. */
const maxUnpacked = 2_000_000;

/** @example await linkOf(bench.value) // 'http://localhost:3000/workbench#/?state=…' */
export async function linkOf({ text, input, cards, pins }: Bench): Promise<string> {
  const cut = text.length > maxText ? text.slice(0, Math.max(0, text.lastIndexOf('\n', maxText))) : text;
  const shown = { text: cut, input, ...enabledPipeline(cards), ...(pins.length > 0 ? { pins } : {}) };
  const packed = await pack(writeJson(shown));
  return `${location.href.replace(/#.*$/, '')}#/?state=${packed}`;
}

/** Shows the state of a link. @returns false if there is none that can be read. */
export async function openLink(packed: string | null): Promise<boolean> {
  if (packed === null) return false;
  try {
    const state: unknown = readJson(await unpack(packed));
    const content = readGivenPipeline(state);
    const { text, input, pins } = Object(state) as Readonly<Record<string, unknown>>;
    const format = readFormat(input);
    if (!content || !format || typeof text !== 'string') return false;
    change(() => ({ text, input: format, limit: usualLimit, cards: cardsOf(content), pins: readPins(pins) }));
    return true;
  } catch {
    return false;
  }
}

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxUnpacked) throw new Error('The link is too large.');
    parts.push(part.value);
  }
  return new Blob(parts).text();
}
