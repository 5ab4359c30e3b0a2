/** Preloaded into a process that may not open connections: an attempt ends the process. */

import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

function refuse(what: string): never {
  process.stderr.write(`SOCKET: ${what}\n`);
  process.exit(99);
}

net.Socket.prototype.connect = () => refuse('connect');
net.Server.prototype.listen = () => refuse('listen');
dgram.Socket.prototype.bind = () => refuse('bind');
dgram.Socket.prototype.send = () => refuse('send');
for (const resolver of [dns, dns.promises]) {
  resolver.lookup = Object.assign(() => refuse('lookup'), resolver.lookup);
  resolver.resolve = Object.assign(() => refuse('resolve'), resolver.resolve);
}
globalThis.fetch = () => refuse('fetch');
