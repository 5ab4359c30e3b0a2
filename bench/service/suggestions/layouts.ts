/** Layouts of logs drawn from a seed: columns, separators, brackets, optional parts, odd lines, and traces. */

import {
  type ColumnType,
  Random,
  type Task,
  type TaskColumn,
  type TaskRecord,
  type TaskValue,
} from './task.ts';
import { type TimeStyle, timeStyles } from './time-styles.ts';

interface Kind extends TaskColumn {
  readonly make: (random: Random, state: State) => string;
  /** The value of the column, if it is not its text. */
  readonly unit?: string;
}

interface State {
  readonly hosts: readonly string[];
  readonly users: readonly string[];
}

function kind(
  name: string,
  type: ColumnType,
  synonyms: readonly string[],
  make: Kind['make'],
  unit?: string,
): Kind {
  return { name, type, synonyms, make, ...(unit === undefined ? {} : { unit }) };
}

const upper = ['DEBUG', 'INFO', 'INFO', 'INFO', 'WARN', 'ERROR'];
const packages = ['com.acme.shop', 'org.example.core', 'net.works.io', 'io.depot.stock'];
const classes = ['OrderService', 'CartController', 'UserDao', 'PaymentClient', 'Scheduler', 'CacheManager'];
const roads = ['/api/orders', '/api/users/17', '/health', '/static/app.js', '/login', '/v2/items?page=3'];

const kinds: readonly Kind[] = [
  kind('level', 'text', ['severity', 'log.level', 'loglevel'], (random) => random.pick(upper)),
  kind(
    'logger',
    'text',
    ['class', 'log.logger', 'component'],
    (random) => `${random.pick(packages)}.${random.pick(classes)}`,
  ),
  kind('thread', 'text', ['process.thread.name', 'thread_name'], (random) =>
    random.pick([
      'main',
      `http-exec-${random.int(1, 40)}`,
      `pool-${random.int(1, 3)}-thread-${random.int(1, 9)}`,
    ]),
  ),
  kind('pid', 'number', ['process.pid', 'process_id'], (random) => String(random.int(100, 32_000))),
  kind('host', 'text', ['host.name', 'hostname', 'host.hostname', 'server'], (random, { hosts }) =>
    random.pick(hosts),
  ),
  kind('user', 'text', ['user.name', 'username'], (random, { users }) => random.pick(users)),
  kind(
    'client',
    'text',
    ['client.ip', 'source.ip', 'ip', 'source.address', 'client.address', 'clientip'],
    (random) => `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`,
  ),
  kind(
    'peer',
    'text',
    ['address', 'source.address', 'client.address', 'destination.address', 'server.address', 'remote'],
    (random) => `192.168.${random.int(0, 9)}.${random.int(1, 254)}:${random.int(1024, 65_000)}`,
  ),
  kind(
    'trace',
    'text',
    ['trace.id', 'id', 'uuid', 'request_id', 'trace_id', 'http.request.id'],
    (random) => `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
  ),
  kind('span', 'text', ['span.id', 'trace.id', 'id', 'hex', 'trace_id'], (random) => random.hex(16)),
  kind('method', 'text', ['http.request.method', 'verb'], (random) =>
    random.pick(['GET', 'GET', 'POST', 'PUT', 'DELETE']),
  ),
  kind('path', 'text', ['url.path', 'url.original', 'uri', 'url'], (random) => random.pick(roads)),
  kind('status', 'number', ['http.response.status_code', 'status_code', 'code'], (random) =>
    random.pick(['200', '200', '201', '304', '404', '500']),
  ),
  kind('bytes', 'number', ['http.response.body.bytes', 'size', 'length'], (random) =>
    String(random.int(0, 900_000)),
  ),
  kind(
    'took',
    'number',
    ['duration', 'duration_ms', 'event.duration', 'elapsed'],
    (random) => `${random.int(0, 4_000)}ms`,
    'ms',
  ),
  kind(
    'seconds',
    'number',
    ['duration', 'duration_s', 'elapsed', 'event.duration'],
    (random) => `${random.int(0, 9)}.${String(random.int(0, 999)).padStart(3, '0')}`,
  ),
  kind('email', 'text', ['user.email', 'mail'], (random, { users }) => `${random.pick(users)}@example.org`),
  kind(
    'url',
    'text',
    ['url.full', 'url.original', 'referrer'],
    (random) => `https://shop.example.com${random.pick(roads)}`,
  ),
  kind('service', 'text', ['service.name', 'app', 'process.name', 'application'], (random) =>
    random.pick(['billing-api', 'search-worker', 'auth-service']),
  ),
  kind('file', 'text', ['log.origin.file.name', 'file.path', 'filename', 'file.name'], (random) =>
    random.pick(['main.go', 'src/server.rs', 'app/models.py', 'handler.go']),
  ),
  kind('state', 'text', ['event.action', 'action', 'event.outcome'], (random) =>
    random.pick(['OPEN', 'CLOSED', 'HALF_OPEN']),
  ),
];

const messages = [
  (random: Random) => `Started worker ${random.int(1, 90)} in ${random.int(1, 900)} ms`,
  (random: Random) => `connection to ${random.pick(['db', 'cache', 'queue'])} lost, retrying`,
  (random: Random) =>
    `User ${random.pick(['ann', 'bob', 'eve'])} has signed in from ${random.int(1, 9)} devices`,
  (random: Random) =>
    `Order ${random.hex(6)} shipped: ${random.int(1, 30)} items - total ${random.int(10, 999)}.50`,
  () => 'Cache is warm',
  () => 'Shutting down',
  (random: Random) => `[${random.pick(['retry', 'slow'])}] query took too long (limit ${random.int(1, 9)}s)`,
  (random: Random) => `Failed to parse "${random.pick(['a=b', 'x;y', '{}'])}" as config`,
  (random: Random) => `GET ${random.pick(roads)} answered late`,
  (random: Random) => `Retry #${random.int(1, 5)} for job ${random.int(1000, 9999)}`,
];

const trace = [
  'java.lang.IllegalStateException: closed',
  '\tat com.acme.shop.Cart.add(Cart.java:17)',
  '\tat com.acme.shop.Main.run(Main.java:9)',
];

interface Part {
  readonly kind: Kind;
  readonly before: string;
  readonly after: string;
  /** The share of lines that have it; the others leave it out, or have a hyphen. */
  readonly share: number;
  readonly hasDash: boolean;
  readonly width: number;
}

interface Drawn {
  readonly parts: readonly Part[];
  readonly separator: string;
  readonly time: TimeStyle;
  readonly timeBrackets: readonly [string, string];
  readonly beforeMessage: string;
  readonly hasMessage: boolean;
  readonly oddShare: number;
  readonly traceShare: number;
}

const brackets = [
  ['[', ']'],
  ['(', ')'],
  ['<', '>'],
  ['"', '"'],
] as const;

function drawPart(random: Random, one: Kind, separator: string): Part {
  const style = random.next();
  const isSpaced = separator === ' ';
  const share = isSpaced && random.chance(0.12) ? 0.3 + random.next() * 0.5 : 1;
  const hasDash = share === 1 && random.chance(0.1);
  const width = one.name === 'level' && random.chance(0.3) ? 5 : 0;
  const [open, close] = random.pick(brackets);
  const key = random.pick([one.name, one.name, one.name.toUpperCase().slice(0, 4)]);
  const plain = { kind: one, share, hasDash, width };
  if (style < 0.25 && separator !== ',') return { ...plain, before: open, after: close, width: 0 };
  if (style < 0.42) return { ...plain, before: `${key}=`, after: '', width: 0 };
  if (style < 0.48 && share === 1) return { ...plain, before: `${key}:`, after: '', width: 0 };
  // Without a bracket or a key nobody could tell what is missing.
  return { ...plain, before: '', after: '', share: 1 };
}

function drawLayout(random: Random): Drawn {
  const separator = random.pick([' ', ' ', ' ', ' | ', '|', '\t', ';', ' - ', ',']);
  const count = random.int(2, 7);
  const parts = random
    .shuffle(kinds)
    .slice(0, count)
    .map((one) => drawPart(random, one, separator));
  const time = random.pick(
    timeStyles.filter(({ separates }) => !separates.includes(separator.trim() || ' ')),
  );
  const hasMessage = random.chance(0.85);
  return {
    parts,
    separator,
    time,
    timeBrackets: random.chance(0.3)
      ? random.pick([
          ['[', ']'],
          ['(', ')'],
        ] as const)
      : ['', ''],
    beforeMessage: separator === ' ' ? random.pick([' ', ': ', ' - ', ' ']) : separator,
    hasMessage: hasMessage && separator !== ',',
    oddShare: random.chance(0.3) ? 0.02 + random.next() * 0.03 : 0,
    traceShare: hasMessage && separator !== ',' && random.chance(0.2) ? 0.05 + random.next() * 0.1 : 0,
  };
}

const recordCount = 2_000;

/** The same task for the same seed. */
export function layoutTask(seed: number): Task {
  const random = new Random(seed);
  const drawn = drawLayout(random);
  const { parts, hasMessage } = drawn;
  const state = {
    hosts: Array.from(
      { length: 4 },
      (_, index) =>
        `${random.pick(['web', 'db', 'node', 'edge'])}-${index + 1}${random.pick(['', '.example.com'])}`,
    ),
    users: ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'].slice(0, random.int(3, 6)),
  };
  const columns: TaskColumn[] = [
    { name: 'time', type: 'time', synonyms: ['@timestamp', 'timestamp'] },
    ...parts.map(({ kind: { name, type, synonyms }, before }) => ({
      name,
      type,
      synonyms: [...synonyms, ...(before.length > 2 ? [before.slice(0, -1)] : [])],
    })),
    ...(hasMessage ? [{ name: 'message', type: 'text' as const, synonyms: ['msg'] }] : []),
  ];
  let now = Date.UTC(2026, random.int(0, 8), random.int(1, 27), random.int(0, 23), random.int(0, 59));
  const records = Array.from({ length: recordCount }, () => {
    now += random.int(1, 90_000);
    return makeRecord(random, drawn, state, now);
  });
  return { name: `layout ${seed}`, columns, records };
}

function makeRecord(random: Random, drawn: Drawn, state: State, now: number): TaskRecord {
  if (random.chance(drawn.oddShare)) return oddRecord(random);
  const { parts, separator, time, timeBrackets, beforeMessage, hasMessage, traceShare } = drawn;
  const values: Record<string, TaskValue> = {};
  const moment = time.round(now);
  values['time'] = moment;
  const cells = [`${timeBrackets[0]}${time.write(moment)}${timeBrackets[1]}`];
  for (const part of parts) {
    const isAbsent = part.share < 1 && !random.chance(part.share);
    if (isAbsent) continue;
    const isDash = part.hasDash && random.chance(0.25);
    const text = isDash ? '-' : part.kind.make(random, state);
    if (!isDash) values[part.kind.name] = part.kind.unit ? text.slice(0, -part.kind.unit.length) : text;
    cells.push(`${part.before}${text}${part.after}`.padEnd(part.width));
  }
  const line = cells.join(separator);
  if (!hasMessage) return { text: line, values };
  const message = random.pick(messages)(random);
  const more = random.chance(traceShare) ? `\n${trace.join('\n')}` : '';
  values['message'] = `${message}${more}`;
  return { text: `${line}${beforeMessage}${message}${more}`, values };
}

function oddRecord(random: Random): TaskRecord {
  return {
    text: random.pick(['--- restarted ---', 'log opened', `*** ${random.int(1, 9)} lines dropped`]),
    values: {},
  };
}
