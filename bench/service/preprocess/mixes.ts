/** Three pipelines and the records for them. */

import type { DataRecord } from '../../../lib/ingest/base/record.ts';

export interface Mix {
  readonly name: string;
  readonly preprocessors: readonly Readonly<Record<string, unknown>>[];
  readonly records: readonly DataRecord[];
}

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
  'curl/8.5.0',
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

/** A line in nginx's format `combined`. @param query follows the path. */
export function nginxLine(index: number, query = `ref=${index % 97}`): string {
  const time = `${two((index % 28) + 1)}/${months[index % 12]}/2024:${two(index % 24)}:${two(index % 60)}:${two((index * 7) % 60)} +0000`;
  const request = `GET /shop/item/${index}?${query} HTTP/1.1`;
  const agent = agents[index % agents.length];
  return `10.1.${index % 256}.${(index * 3) % 256} - ada [${time}] "${request}" ${index % 10 === 0 ? 404 : 200} ${512 + index} "https://example.org/" "${agent}"`;
}

function csvLine(index: number): string {
  return `${index},item ${index},"${index % 9 === 0 ? 'red, ""dark""' : 'blue'}",${(index * 1.25).toFixed(2)},2024-${two((index % 12) + 1)}-${two((index % 28) + 1)} 10:11:12`;
}

const afterwards = [
  { type: 'date', field: 'time', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] },
  { type: 'convert', field: 'status', target_type: 'integer' },
  { type: 'convert', field: 'bytes', target_type: 'long' },
  { type: 'rename', field: 'client', target_field: 'source_ip' },
  { type: 'remove', field: ['message', 'time'] },
];
const userAgent = { type: 'user_agent', field: 'agent', properties: ['name', 'version', 'os', 'device'] };

const grok = {
  type: 'grok',
  field: 'message',
  patterns: [
    '^%{NOTSPACE:client} - %{NOTSPACE:user} \\[%{HTTPDATE:time}\\] "%{WORD:method} %{NOTSPACE:path} HTTP/%{NUMBER:version}" %{POSINT:status} %{NONNEGINT:bytes} "%{DATA:referrer}" "%{DATA:agent}"$',
  ],
};
const dissect = {
  type: 'dissect',
  field: 'message',
  pattern:
    '%{client} - %{user} [%{time}] "%{method} %{path} HTTP/%{version}" %{status} %{bytes} "%{referrer}" "%{agent}"',
};
const csv = [
  { type: 'csv', field: 'message', target_fields: ['id', 'name', 'colour', 'price', 'time'] },
  { type: 'convert', field: 'id', target_type: 'integer' },
  { type: 'convert', field: 'price', target_type: 'double' },
  { type: 'date', field: 'time', formats: ['yyyy-MM-dd HH:mm:ss'] },
  { type: 'remove', field: ['message', 'time'] },
];

/** The pipeline of such a line, with grok. */
export const nginxPipeline = [grok, ...afterwards, userAgent];

export function mixesOf(count: number): readonly Mix[] {
  const lines = (line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ message: line(index) }));
  return [
    { name: 'nginx, grok', preprocessors: nginxPipeline, records: lines((index) => nginxLine(index)) },
    {
      name: 'nginx, dissect',
      preprocessors: [dissect, ...afterwards, userAgent],
      records: lines((index) => nginxLine(index)),
    },
    { name: 'CSV', preprocessors: csv, records: lines(csvLine) },
  ];
}

/** The same work with conditions and handlers that never run. */
export function guarded({ preprocessors, ...mix }: Mix): Mix {
  return {
    ...mix,
    preprocessors: preprocessors.map((configuration) => ({
      ...configuration,
      if: 'NOT skip:true',
      on_failure: [{ type: 'set', field: 'failed', value: true }],
    })),
  };
}
