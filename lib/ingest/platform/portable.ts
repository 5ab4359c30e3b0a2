/** What the engine asks of a host that is not Node.js, such as a browser: the exports of `node.ts`. */

import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type * as node from './node.ts';

const hashes = { md5, sha1, sha256, sha512 };
const encoder = new TextEncoder();

export const createHash: typeof node.createHash = (name) => {
  const hash = hashes[name].create();
  const running: ReturnType<typeof node.createHash> = {
    update(data) {
      hash.update(typeof data === 'string' ? encoder.encode(data) : data);
      return running;
    },
    digest: () => btoa(String.fromCharCode(...hash.digest())),
  };
  return running;
};

const ascii = /^[\0-\x7f]*$/;

export const isAscii: typeof node.isAscii = (text) => ascii.test(text);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const decodeUtf8: typeof node.decodeUtf8 = (text) => {
  try {
    return decoder.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

export const clockMs: typeof node.clockMs = () => performance.now();

/** Only Node.js tells the processor's time of a thread. */
export const processorMs: typeof node.processorMs = clockMs;

/** Nothing interrupts a function here: whoever runs the engine in a worker ends the worker when a record takes too long. */
export const interruptible: typeof node.interruptible = (loop) => {
  loop();
  return true;
};
