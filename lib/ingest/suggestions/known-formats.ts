/** Formats that programs are known to write, each with a start that no other text has. */

import type { Configuration } from './layout/grok-of-layout.ts';

export interface KnownFormat {
  readonly name: string;
  /** Most lines match it. */
  readonly probe: RegExp;
  readonly steps: (field: string) => readonly Configuration[];
}

const accessLine = String.raw`\S+ \S+ \S+ \[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}\] "`;
const time3164 = String.raw`[A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d`;

/** The raw line is removed once it is read, unless a step has replaced it by the message within. */
function read(type: string, options: Readonly<Record<string, unknown>> = {}): KnownFormat['steps'] {
  return (field) => [
    { type, field, ...options },
    { type: 'remove', field: [field] },
  ];
}

function grok(
  pattern: string,
  {
    formats,
    definitions,
    timezone,
  }: {
    readonly formats: readonly string[];
    readonly definitions?: Readonly<Record<string, string>>;
    readonly timezone?: string;
  },
): KnownFormat['steps'] {
  return (field) => [
    {
      type: 'grok',
      field,
      patterns: [pattern],
      ...(definitions ? { pattern_definitions: definitions } : {}),
    },
    { type: 'date', field: 'timestamp', formats, ...(timezone ? { timezone } : {}) },
    { type: 'remove', field: ['timestamp'] },
  ];
}

/** The first that fits counts. */
export const knownFormats: readonly KnownFormat[] = [
  { name: 'CEF', probe: /(?:^|\s)CEF:\d\|/, steps: read('cef') },
  { name: 'LEEF', probe: /(?:^|\s)LEEF:[12]\.0\|/, steps: read('leef') },
  {
    name: 'klog of Kubernetes',
    probe: /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ [^\s:\]]+:\d+\]/,
    steps: (field) => [{ type: 'klog', field }],
  },
  {
    name: 'the access log of Apache and nginx',
    probe: new RegExp(`^${accessLine}`),
    steps: read('access_log'),
  },
  {
    name: 'an access log with the host before it',
    probe: new RegExp(`^[\\w.-]+(?::\\d+)? ${accessLine}`),
    steps: (field) => [
      {
        type: 'grok',
        field,
        patterns: [`^%{IPORHOST:url.domain}(?::%{POSINT:url.port:long})? (?<access>[\\s\\S]+)$`],
      },
      { type: 'access_log', field: 'access' },
      { type: 'remove', field: ['access', field] },
    ],
  },
  {
    name: 'the log of an Application Load Balancer',
    probe: /^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT\S+ app\/\S+ /,
    steps: (field) => [
      { type: 'aws_log', field, format: 'alb' },
      { type: 'date', field: 'aws.time', formats: ['ISO8601'] },
      { type: 'remove', field: ['aws.time', field] },
    ],
  },
  {
    name: 'the flow log of a VPC',
    probe: /^\d \S+ \S+ (?:\S+ ){6}\S+ \d{10} \d{10} \S+ (?:OK|NODATA|SKIPDATA)$/,
    steps: (field) => [
      { type: 'aws_log', field, format: 'vpc_flow' },
      { type: 'date', field: 'aws.start', formats: ['UNIX'] },
      { type: 'date', field: 'aws.end', formats: ['UNIX'], target_field: 'aws.end', ignore_missing: true },
      { type: 'remove', field: ['aws.start', field] },
    ],
  },
  {
    name: 'the error log of nginx',
    probe: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[\w+\] \d+#\d+: /,
    steps: grok(
      '^(?<timestamp>\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d) \\[%{WORD:log.level}\\] %{INT:process.pid:long}#%{INT:process.thread.id:long}: (?:\\*%{INT:nginx.connection_id:long} )?(?<message>[\\s\\S]*)$',
      { formats: ['yyyy/MM/dd HH:mm:ss'] },
    ),
  },
  {
    name: 'the log of Redis',
    probe: /^\d+:[XCSM] \d\d [A-Z][a-z]{2} (?:\d{4} )?\d\d:\d\d:\d\d\.\d{3} [.*#-] /,
    steps: grok(
      '^%{INT:process.pid:long}:(?<redis.role>[XCSM]) (?<timestamp>\\d\\d [A-Z][a-z]{2} (?:\\d{4} )?\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) (?<log.level>[.*#-]) (?<message>[\\s\\S]*)$',
      { formats: ['dd MMM yyyy HH:mm:ss.SSS', 'dd MMM HH:mm:ss.SSS'] },
    ),
  },
  {
    name: 'the log of PostgreSQL',
    probe:
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [A-Z]{3,4} \[\d+(?:-\d+)?\] .*?(?:LOG|ERROR|FATAL|WARNING|STATEMENT|DETAIL|HINT|PANIC|NOTICE|INFO|DEBUG\d|CONTEXT): {1,2}/,
    steps: grok(
      '^(?<timestamp>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)? [A-Z]{3,4}) \\[%{INT:process.pid:long}(?:-\\d+)?\\] (?:(?<user.name>[^@\\s]+)@(?<db.name>\\S+) )?(?:.*?)(?<log.level>[A-Z]+\\d?): {1,2}(?<message>[\\s\\S]*)$',
      { formats: ['yyyy-MM-dd HH:mm:ss.SSS z', 'yyyy-MM-dd HH:mm:ss z'] },
    ),
  },
  {
    name: 'an HTTP line of HAProxy',
    probe: /haproxy\[\d+\]: \S+:\d+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d\.\d{3}\] /,
    steps: grok(
      '^%{SYSLOGTIMESTAMP} %{NOTSPACE:host.name} (?<process.name>[^\\[]+)\\[%{INT:process.pid:long}\\]: %{IP:source.ip}:%{INT:source.port:long} \\[(?<timestamp>[^\\]]+)\\] (?<haproxy.frontend_name>\\S+) (?<haproxy.backend_name>[^/\\s]+)/(?<haproxy.server_name>\\S+) %{INT:haproxy.http.request.time_wait_ms:long}/%{INT:haproxy.total_waiting_time_ms:long}/%{INT:haproxy.connection_wait_time_ms:long}/%{INT:haproxy.response_wait_ms:long}/\\+?%{INT:haproxy.duration_ms:long} %{INT:http.response.status_code:long} %{INT:http.response.bytes:long} (?<haproxy.request_cookie>\\S+) (?<haproxy.response_cookie>\\S+) (?<haproxy.termination_state>\\S+) (?<haproxy.connections>\\S+) (?<haproxy.queues>\\S+)(?: \\{[^}]*\\}){0,2} "(?<http.request.method>\\S+) (?<url.original>\\S+)(?: HTTP/(?<http.version>[\\d.]+))?"$',
      { formats: ['dd/MMM/yyyy:HH:mm:ss.SSS'] },
    ),
  },
  {
    name: 'logcat of Android',
    probe: /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [VDIWEFS] /,
    steps: grok(
      '^(?<timestamp>\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}) +%{INT:process.pid:long} +%{INT:process.thread.id:long} (?<log.level>[VDIWEFS]) (?<log.logger>.*?) *: (?<message>[\\s\\S]*)$',
      { formats: ['MM-dd HH:mm:ss.SSS'] },
    ),
  },
  {
    name: 'syslog (RFC 5424)',
    probe: /^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ (?:-|\[)/,
    steps: (field) => [{ type: 'syslog', field }],
  },
  {
    name: 'syslog (RFC 3164)',
    probe: new RegExp(`^(?:<\\d{1,3}>)?${time3164} [\\w.:-]+ [^\\s:\\[\\]]{1,128}(?:\\[[^\\]\\s]+\\])?: `),
    steps: (field) => [{ type: 'syslog', field }],
  },
];
