/** A connection without a socket: bytes that two threads send each other through a message port. */

import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** What agents of HTTP call on a socket. A stream in memory has nothing to set. */
const ofSockets = ['ref', 'unref', 'setKeepAlive', 'setNoDelay', 'setTimeout'] as const;

/** @returns the stream, for an agent that expects a socket. */
export function asSocket(stream: Duplex): Duplex {
  return Object.assign(stream, Object.fromEntries(ofSockets.map((name) => [name, () => stream])));
}

/** Wraps one end of a channel. The other end is another stream, of the same thread or of another one. */
export function portStream(port: MessagePort): Duplex {
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      port.postMessage(chunk);
      done();
    },
    final: (done) => {
      port.postMessage(null);
      done();
    },
    destroy: (error, done) => {
      port.close();
      done(error);
    },
  });
  port.on('message', (chunk: Uint8Array | null) => stream.push(chunk));
  port.on('close', () => stream.destroy());
  // A connection that is kept must not keep the process.
  port.unref();
  return asSocket(stream);
}
