/** Lines of access logs: the common log format, and the combined one with referrer and agent. */

import type { DataRecord } from '../base/record.ts';
import { exactInteger } from './numbers.ts';

/** Quoted parts may contain escaped quotes. What follows the agent is of the server's own. */
const line =
  /^(\S+) (\S+) (\S+) \[([^\]]{1,64})\] "((?:[^"\\]|\\.)*)" (\d{3}) (\d{1,19}|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?(?= |$)/s;
const request = /^([A-Z]+) (\S+)(?: HTTP\/(\d(?:\.\d)?))?$/;
const time = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** With the names of the Elastic Common Schema; undefined for another text. */
export function readAccessLog(text: string): DataRecord | undefined {
  const [, host, ident, user, date = '', asked = '', status, bytes, referrer, agent] = line.exec(text) ?? [];
  if (host === undefined) return undefined;
  const moment = momentOf(date);
  if (moment === undefined) return undefined;
  const [, method, url, version] = request.exec(asked) ?? [];
  return {
    '@timestamp': moment,
    source: { address: host },
    ...within('client', { identity: present(ident) }),
    ...within('user', { name: present(user) }),
    http: {
      ...within('request', { method, referrer: present(referrer) }),
      response: {
        status_code: Number(status),
        ...(bytes === '-' ? {} : { body: { bytes: exactInteger(BigInt(bytes ?? 0)) } }),
      },
      ...defined({ version }),
    },
    ...within('url', { original: url ?? present(asked) }),
    ...within('user_agent', { original: present(agent) }),
  };
}

function present(text: string | undefined): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}

function defined(members: Readonly<Record<string, string | undefined>>): DataRecord {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function within(name: string, members: Readonly<Record<string, string | undefined>>): DataRecord {
  const inner = defined(members);
  return Object.keys(inner).length === 0 ? {} : { [name]: inner };
}

function momentOf(text: string): string | undefined {
  const [, day, month = '', year, clock, hours, minutes] = time.exec(text) ?? [];
  const index = months.indexOf(month);
  if (day === undefined || index % 3 !== 0) return undefined;
  const iso = `${year}-${String(index / 3 + 1).padStart(2, '0')}-${day}T${clock}${hours}:${minutes}`;
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
