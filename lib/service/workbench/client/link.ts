/** The state of the bench in the fragment of a link, which is a report of what somebody sees. It is never sent to a server. */

import { readJson, writeJson } from 'headwater/json';
import { type Bench, bench, change, isEmpty } from './bench.ts';
import { currentRoute } from './route.ts';
import { closeSource, sourceState } from './source.ts';
import { Store } from './store.ts';
import { readWork, writeWork } from './written-work.ts';

/** In characters; a longer text is cut at the end of a line. */
const maxText = 20_000;
/** A link of an attacker may unpack to more than fits into memory, in bytes. */
const maxUnpacked = 2_000_000;

/** @example await linkOf(bench.value) // 'http://localhost:3000/workbench#/?state=…' */
export async function linkOf(work: Bench): Promise<string> {
  const { text } = work;
  const cut = text.length > maxText ? text.slice(0, Math.max(0, text.lastIndexOf('\n', maxText))) : text;
  const shown = writeWork({ ...work, text: cut });
  const packed = await pack(writeJson(shown));
  return `${location.href.replace(/#.*$/, '')}#/?state=${packed}`;
}

/** A link that waits for an answer, because it would replace what somebody works on; or one that cannot be read. */
export const receivedLink = new Store<Bench | 'unreadable' | undefined>(undefined);

/** What the last link has shown. */
let opened: { readonly packed: string; readonly shown: Bench } | undefined;

/** Shows the link of the address, at once if nothing is lost. A stranger may have made it. */
export async function receiveLink(packed: string | null): Promise<void> {
  receivedLink.set(undefined);
  if (packed === null || (packed === opened?.packed && bench.value === opened.shown)) return;
  const linked = await readLink(packed);
  // Another address may have been opened meanwhile.
  if (currentRoute.value.query.get('state') !== packed) return;
  if (linked && !hasWork()) showLink(linked);
  else receivedLink.set(linked ?? 'unreadable');
}

/** Shows a link in place of everything. Its steps are of no stored source. */
export function showLink(linked: Bench): void {
  closeSource();
  change(() => linked);
  opened = { packed: currentRoute.value.query.get('state') ?? '', shown: bench.value };
  receivedLink.set(undefined);
}

function hasWork(): boolean {
  return sourceState.value.source !== undefined || !isEmpty(bench.value);
}

async function readLink(packed: string): Promise<Bench | undefined> {
  try {
    return readWork(readJson(await unpack(packed)));
  } catch {
    return undefined;
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
