/** Logs to try the page with, as somebody has them who has none at hand. */

import { change, emptyBench } from './bench.ts';

interface Example {
  readonly title: string;
  readonly text: string;
}

const paths = ['/cart', '/search?q=tea', '/api/items/556', '/', '/login'];
const addresses = ['203.0.113.86', '198.51.100.162', '192.0.2.8'];
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'curl/8.15.0',
];

/** @returns the one for the index, around again after the last. */
function oneOf<One>(list: readonly One[], index: number): One {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('A list of choices must not be empty.');
  return one;
}

function linesOf(count: number, lineAt: (index: number, second: string) => string): string {
  const line = (_: unknown, index: number) => lineAt(index, String(index % 60).padStart(2, '0'));
  return Array.from({ length: count }, line).join('\n');
}

export const examples: readonly Example[] = [
  {
    title: 'An access log of nginx',
    text: linesOf(200, (index, second) =>
      index % 40 === 13
        ? 'upstream timed out (110: Connection timed out) while reading response header'
        : `${oneOf(addresses, index)} - - [28/Nov/2026:09:${String(Math.floor(index / 60)).padStart(2, '0')}:${second} +0000] "GET ${oneOf(paths, index)} HTTP/1.1" ${oneOf([200, 200, 304, 404], index)} ${index * 37} "-" "${oneOf(agents, index)}"`,
    ),
  },
  {
    title: 'JSON lines of a service',
    text: linesOf(100, (index, second) =>
      JSON.stringify({
        time: `2026-11-28T09:00:${second}Z`,
        level: oneOf(['info', 'info', 'warn', 'error'], index),
        msg: `order ${1_000 + index} ${oneOf(['created', 'paid', 'sent'], index)}`,
        duration_ms: (index * 7) % 250,
        customer: { id: 40 + (index % 9) },
      }),
    ),
  },
  {
    title: 'A Java log with stack traces',
    text: linesOf(60, (index, second) =>
      index % 10 === 7
        ? `2026-11-28 09:00:${second},104 ERROR [http-${index % 4}] c.e.shop.Checkout - payment failed\njava.net.SocketTimeoutException: Read timed out\n\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)\n\tat com.example.shop.Payments.charge(Payments.java:42)`
        : `2026-11-28 09:00:${second},031 ${oneOf(['INFO ', 'DEBUG', 'WARN '], index)} [http-${index % 4}] c.e.shop.Checkout - basket ${index} has ${index % 5} items`,
    ),
  },
];

/** Shows it in place of an empty text. Its format and steps are suggested, as for any text. */
export function showExample({ text }: Example): void {
  change((before) => ({ ...before, text, input: emptyBench.input }));
}
