/** Names the client of a text such as `Mozilla/5.0 (X11; Linux x86_64) …`, as Elasticsearch does. */

import { type DataRecord, detach } from '../base/record.ts';
import { compileClientTable, type NamedVersion } from './client-rules.ts';
import table from './client-table.json' with { type: 'json' };

const maxCached = 1000;
/** Some expressions take quadratic time. */
const maxRead = 500;
const cache = new Map<string, DataRecord>();

const findName = compileClientTable(table.names);
const findSystem = compileClientTable(table.systems);
const findDevice = compileClientTable(table.devices);

/**
 * The members `name`, `version`, `os` and `device` of `user_agent`. They must not be changed: all steps share what
 * was read, since the expressions take a hundred times as long as a step.
 */
export function clientOf(text: string): DataRecord {
  const start = text.slice(0, maxRead);
  const known = cache.get(start);
  if (known) return known;
  const key = detach(start);
  const client = parseClient(key);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, client);
  return client;
}

function parseClient(text: string): DataRecord {
  const { name = 'Other', version } = findName(text) ?? {};
  const system = findSystem(text);
  return {
    name,
    ...(version === undefined ? {} : { version }),
    ...(system === undefined ? {} : { os: systemOf(system) }),
    device: { name: findDevice(text)?.name ?? 'Other' },
  };
}

function systemOf({ name, version }: NamedVersion): DataRecord {
  return version === undefined ? { name } : { name, version, full: `${name} ${version}` };
}
