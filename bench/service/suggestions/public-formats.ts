/** Lines in formats that are publicly documented, with the values of their columns. */

import { type ColumnType, Random, type Task, type TaskColumn, type TaskValue } from './task.ts';
import { styleOf, type TimeStyle } from './time-styles.ts';

type Values = Readonly<Record<string, TaskValue>>;

interface Line {
  readonly text: string;
  readonly values: Values;
}

interface Format {
  readonly name: string;
  /** Name, type and further names, between blanks. */
  readonly columns: readonly string[];
  readonly head?: string;
  readonly make: (random: Random, now: number) => Line;
}

const users = ['ann', 'bob', 'carol'];
const roads = ['/', '/index.html', '/api/items?id=3', '/img/logo.png'];
const agents = ['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0', 'kube-probe/1.30'];
const sentences = [
  'connection refused by peer',
  'cache is warm',
  'worker started: 3 jobs',
  'disk is 91% full',
  'retry in 5 s (last error: timeout)',
];
const access = [
  'time time @timestamp',
  'client text source.address clientip',
  'user text user.name',
  'method text http.request.method',
  'url text url.original request',
  'version text http.version',
  'status number http.response.status_code',
  'bytes number http.response.body.bytes',
];

function ip(random: Random): string {
  return `${random.int(1, 220)}.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`;
}

const times = {
  access: styleOf('%d/%b/%Y:%H:%M:%S +0000'),
  bsd: styleOf('%b %e %H:%M:%S'),
  iso: styleOf('%Y-%m-%dT%H:%M:%S.%LZ', 1),
  comma: styleOf('%Y-%m-%d %H:%M:%S,%L', 1),
  dot: styleOf('%Y-%m-%d %H:%M:%S.%L', 1),
  plain: styleOf('%Y-%m-%d %H:%M:%S'),
  slashes: styleOf('%Y/%m/%d %H:%M:%S'),
  ctime: styleOf('%a %b %d %H:%M:%S %Y'),
  logcat: styleOf('%m-%d %H:%M:%S.%L', 1),
  redis: styleOf('%d %b %Y %H:%M:%S.%L', 1),
  short: styleOf('%y%m%d %H%M%S'),
} as const;

function at(style: TimeStyle, now: number) {
  const time = style.round(now);
  return { time, written: style.write(time) };
}

function accessLine(random: Random, now: number): Line {
  const { time, written } = at(times.access, now);
  const [client, user, method, url] = [
    ip(random),
    random.pick(['-', ...users]),
    random.pick(['GET', 'POST']),
    random.pick(roads),
  ];
  const [version, status, bytes] = [
    random.pick(['1.1', '2.0']),
    random.pick(['200', '304', '404']),
    random.int(0, 90_000),
  ];
  return {
    text: `${client} - ${user} [${written}] "${method} ${url} HTTP/${version}" ${status} ${bytes}`,
    values: { time, client, user: user === '-' ? undefined : user, method, url, version, status, bytes },
  };
}

const formats: readonly Format[] = [
  { name: 'common log', columns: access, make: accessLine },
  {
    name: 'combined log',
    columns: [...access, 'agent text user_agent.original'],
    make(random, now) {
      const { text, values } = accessLine(random, now);
      const agent = random.pick(agents);
      return { text: `${text} "-" "${agent}"`, values: { ...values, agent } };
    },
  },
  {
    name: 'combined log with vhost',
    columns: [...access, 'agent text user_agent.original', 'vhost text url.domain domain'],
    make(random, now) {
      const { text, values } = accessLine(random, now);
      const [agent, vhost] = [random.pick(agents), random.pick(['shop.example.com', 'example.org'])];
      return { text: `${vhost} ${text} "-" "${agent}"`, values: { ...values, agent, vhost } };
    },
  },
  {
    name: 'nginx error',
    columns: [
      'time time @timestamp',
      'level text log.level',
      'pid number process.pid',
      'tid number process.thread.id',
      'connection number nginx.connection_id connection_id',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.slashes, now);
      const [level, pid, connection, message] = [
        random.pick(['error', 'warn', 'crit']),
        random.int(100, 999),
        random.chance(0.8) ? random.int(1, 9999) : undefined,
        random.pick(sentences),
      ];
      return {
        text: `${written} [${level}] ${pid}#0: ${connection ? `*${connection} ` : ''}${message}`,
        values: { time, level, pid, tid: 0, connection, message },
      };
    },
  },
  {
    name: 'apache error',
    columns: ['time time @timestamp', 'level text log.level', 'message text'],
    make(random, now) {
      const { time, written } = at(times.ctime, now);
      const [level, message] = [random.pick(['error', 'notice', 'warn']), random.pick(sentences)];
      return { text: `[${written}] [${level}] ${message}`, values: { time, level, message } };
    },
  },
  {
    name: 'syslog 3164',
    columns: [
      'time time @timestamp',
      'host text log.syslog.hostname hostname',
      'program text log.syslog.appname appname process.name',
      'pid number log.syslog.procid procid process.pid',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.bsd, now);
      const [host, program, message] = [
        random.pick(['web1', 'db2']),
        random.pick(['sshd', 'cron', 'kernel']),
        random.pick(sentences),
      ];
      const pid = program === 'kernel' ? undefined : random.int(100, 9_999);
      return {
        text: `${written} ${host} ${program}${pid ? `[${pid}]` : ''}: ${message}`,
        values: { time, host, program, pid, message },
      };
    },
  },
  {
    name: 'syslog 5424',
    columns: [
      'time time @timestamp',
      'priority number log.syslog.priority',
      'version number log.syslog.version',
      'host text log.syslog.hostname hostname',
      'program text log.syslog.appname appname',
      'pid number log.syslog.procid procid',
      'id text log.syslog.msgid msgid',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.iso, now);
      const [priority, host, program, pid, id, message] = [
        random.int(8, 190),
        random.pick(['web1', 'db2']),
        random.pick(['api', 'auth']),
        random.int(100, 9_999),
        `ID${random.int(1, 40)}`,
        random.pick(sentences),
      ];
      return {
        text: `<${priority}>1 ${written} ${host} ${program} ${pid} ${id} - ${message}`,
        values: { time, priority, version: 1, host, program, pid, id, message },
      };
    },
  },
  {
    name: 'vpc flow',
    columns: [
      'account text account_id',
      'interface text interface_id',
      'srcaddr text',
      'dstaddr text',
      'srcport number',
      'dstport number',
      'protocol number',
      'packets number',
      'bytes number',
      'start time @timestamp',
      'end time',
      'action text',
      'status text log_status',
    ],
    make(random, now) {
      const [start, end] = [Math.floor(now / 1000), Math.floor(now / 1000) + 60];
      const [srcaddr, dstaddr, srcport, dstport, packets, bytes, action] = [
        ip(random),
        ip(random),
        random.int(1024, 60_000),
        443,
        random.int(1, 99),
        random.int(40, 9_000),
        random.pick(['ACCEPT', 'REJECT']),
      ];
      return {
        text: `2 123456789010 eni-1235b8ca ${srcaddr} ${dstaddr} ${srcport} ${dstport} 6 ${packets} ${bytes} ${start} ${end} ${action} OK`,
        values: {
          account: '123456789010',
          interface: 'eni-1235b8ca',
          srcaddr,
          dstaddr,
          srcport,
          dstport,
          protocol: 6,
          packets,
          bytes,
          start: start * 1000,
          end: end * 1000,
          action,
          status: 'OK',
        },
      };
    },
  },
  {
    name: 'CEF',
    columns: [
      'vendor text',
      'product text',
      'class text event_class_id',
      'title text name',
      'severity number',
      'src text',
      'dpt number',
    ],
    make(random) {
      const [id, title, severity, src, dpt] = [
        random.int(1, 90),
        random.pick(sentences).replace(':', ''),
        random.int(0, 10),
        ip(random),
        random.int(1, 9_000),
      ];
      return {
        text: `CEF:0|Acme|Wall|1.0|${id}|${title}|${severity}|src=${src} dpt=${dpt}`,
        values: { vendor: 'Acme', product: 'Wall', class: String(id), title, severity, src, dpt },
      };
    },
  },
  {
    name: 'LEEF',
    columns: ['vendor text', 'product text', 'event text event_id', 'src text', 'usrName text', 'sev number'],
    make(random) {
      const [event, src, usrName, sev] = [
        String(random.int(1, 90)),
        ip(random),
        random.pick(users),
        random.int(0, 10),
      ];
      return {
        text: `LEEF:1.0|Acme|Gate|3.1|${event}|src=${src}\tusrName=${usrName}\tsev=${sev}`,
        values: { vendor: 'Acme', product: 'Gate', event, src, usrName, sev },
      };
    },
  },
  {
    name: 'logfmt',
    columns: ['ts time @timestamp', 'level text', 'msg text message', 'took number', 'caller text'],
    make(random, now) {
      const { time, written } = at(times.iso, now);
      const [level, msg, took, caller] = [
        random.pick(['info', 'warn']),
        random.pick(sentences),
        random.int(0, 900),
        random.pick(['main.go:12', 'api.go:77']),
      ];
      return {
        text: `ts=${written} level=${level} caller=${caller} msg="${msg}" took=${took}`,
        values: { ts: time, level, msg, took, caller },
      };
    },
  },
  {
    name: 'redis',
    columns: [
      'pid number process.pid',
      'role text redis.role',
      'time time @timestamp',
      'level text log.level',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.redis, now);
      const [pid, role, level, message] = [
        random.int(1, 999),
        random.pick(['M', 'S', 'C']),
        random.pick(['*', '#', '-', '.']),
        random.pick(sentences),
      ];
      return {
        text: `${pid}:${role} ${written} ${level} ${message}`,
        values: { pid, role, time, level, message },
      };
    },
  },
  {
    name: 'postgres',
    columns: [
      'time time @timestamp',
      'pid number process.pid',
      'user text user.name',
      'db text db.name name',
      'level text log.level',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.dot, now);
      const [pid, user, db, level, message] = [
        random.int(100, 9_999),
        random.pick(users),
        'shop',
        random.pick(['LOG', 'ERROR', 'FATAL']),
        random.pick(sentences),
      ];
      return {
        text: `${written} UTC [${pid}] ${user}@${db} ${level}:  ${message}`,
        values: { time, pid, user, db, level, message },
      };
    },
  },
  {
    name: 'logcat',
    columns: [
      'time time @timestamp',
      'pid number process.pid',
      'tid number process.thread.id',
      'level text log.level',
      'tag text log.logger logger',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.logcat, now);
      const [pid, tid, level, tag, message] = [
        random.int(900, 9_999),
        random.int(900, 9_999),
        random.pick(['D', 'I', 'W']),
        random.pick(['WindowManager', 'PowerService']),
        random.pick(sentences),
      ];
      return {
        text: `${written}  ${pid}  ${tid} ${level} ${tag}: ${message}`,
        values: { time, pid, tid, level, tag, message },
      };
    },
  },
  {
    name: 'log4j',
    columns: [
      'time time @timestamp',
      'level text log.level',
      'thread text process.thread.name',
      'logger text log.logger',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.comma, now);
      const [level, thread, logger] = [
        random.pick(['INFO', 'WARN', 'ERROR']),
        random.pick(['main', 'http-exec-3']),
        random.pick(['org.acme.Main', 'org.acme.db.Pool']),
      ];
      const more = random.chance(0.08)
        ? '\njava.io.IOException: closed\n\tat org.acme.Main.run(Main.java:7)'
        : '';
      const message = `${random.pick(sentences)}${more}`;
      return {
        text: `${written} ${level.padEnd(5)} [${thread}] ${logger} - ${message}`,
        values: { time, level, thread, logger, message },
      };
    },
  },
  {
    name: 'blocks of a file system',
    columns: [
      'time time @timestamp',
      'pid number process.pid',
      'level text log.level',
      'logger text log.logger',
      'message text',
    ],
    make(random, now) {
      const { time, written } = at(times.short, now);
      const [pid, level, logger, message] = [
        random.int(10, 900),
        random.pick(['INFO', 'WARN']),
        random.pick(['fs.DataNode$Receiver', 'fs.NameSystem']),
        `Received block blk_${random.int(1e6, 9e6)} of size ${random.int(1, 9e5)}`,
      ];
      return {
        text: `${written} ${pid} ${level} ${logger}: ${message}`,
        values: { time, pid, level, logger, message },
      };
    },
  },
  {
    name: 'IIS',
    head: '#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem s-port c-ip sc-status time-taken',
    columns: [
      'time time @timestamp',
      'method text cs-method',
      'stem text cs-uri-stem',
      'port number s-port',
      'client text c-ip',
      'status number sc-status',
      'taken number time-taken',
    ],
    make(random, now) {
      const { time, written } = at(times.plain, now);
      const [method, stem, client, status, taken] = [
        random.pick(['GET', 'POST']),
        random.pick(['/', '/a.aspx']),
        ip(random),
        random.pick(['200', '404']),
        random.int(0, 900),
      ];
      return {
        text: `${written} ${method} ${stem} 443 ${client} ${status} ${taken}`,
        values: { time, method, stem, port: 443, client, status, taken },
      };
    },
  },
  {
    name: 'CSV with a header',
    head: 'created_at,name,city,amount',
    columns: ['created_at time @timestamp', 'name text', 'city text', 'amount number'],
    make(random, now) {
      const { time, written } = at(times.plain, now);
      const [name, city, amount] = [
        random.pick(users),
        random.pick(['Bern', 'London, UK']),
        `${random.int(1, 90)}.25`,
      ];
      return {
        text: `${written},${name},${city.includes(',') ? `"${city}"` : city},${amount}`,
        values: { created_at: time, name, city, amount },
      };
    },
  },
  {
    name: 'NDJSON',
    columns: ['time time @timestamp', 'level text', 'msg text message', 'took number'],
    make(random, now) {
      const { time, written } = at(times.iso, now);
      const [level, msg, took] = [random.pick(['info', 'warn']), random.pick(sentences), random.int(0, 900)];
      return {
        text: JSON.stringify({ time: written, level, msg, took }),
        values: { time, level, msg, took },
      };
    },
  },
];

const recordCount = 2_000;

export function publicTasks(seed = 1): readonly Task[] {
  return formats.map(({ name, columns, head, make }) => {
    const random = new Random(seed);
    let now = Date.UTC(2026, 3, 5);
    const records = Array.from({ length: recordCount }, () => {
      now += random.int(1, 90_000);
      return make(random, now);
    });
    return { name, columns: columns.map(columnOf), records, ...(head === undefined ? {} : { head }) };
  });
}

function columnOf(text: string): TaskColumn {
  const [name = '', type = 'text', ...synonyms] = text.split(' ');
  return { name, type: type as ColumnType, synonyms };
}
