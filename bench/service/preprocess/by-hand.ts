/** The work of the mixes in plain TypeScript, as one would write it for one format. */

import { UAParser } from 'ua-parser-js';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';

const line =
  /^(\S+) - (\S+) \[(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})\] "(\w+) (\S+) HTTP\/(\d+(?:\.\d+)?)" (\d+) (\d+) "(.*?)" "(.*?)"$/;
const months = new Map(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, index) => [
    name,
    index,
  ]),
);

function isoTime(parts: readonly (string | undefined)[], at: number): string {
  const [day, month, year, hour, minute, second, sign, hours, minutes] = parts.slice(at, at + 9);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const utc = Date.UTC(
    Number(year),
    months.get(month ?? '') ?? 0,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return new Date(utc - offset * 60_000).toISOString();
}

const clients = new Map<string, DataRecord>();

function clientOf(agent: string): DataRecord {
  let client = clients.get(agent);
  if (!client) {
    const { browser, os, device } = new UAParser(agent).getResult();
    client = {
      name: browser.name ?? 'Other',
      version: browser.version,
      os: { name: os.name, version: os.version },
      device: { name: device.model ?? 'Other' },
    };
    clients.set(agent, client);
  }
  return { ...client };
}

export function nginxByRegex({ message }: DataRecord): DataRecord | undefined {
  const match = line.exec(String(message));
  if (!match) return undefined;
  const agent = match[18] ?? '';
  return {
    source_ip: match[1],
    user: match[2],
    method: match[12],
    path: match[13],
    version: match[14],
    status: Number.parseInt(match[15] ?? '', 10),
    bytes: Number.parseInt(match[16] ?? '', 10),
    referrer: match[17],
    agent,
    '@timestamp': isoTime(match, 3),
    user_agent: clientOf(agent),
  };
}

const delimiters = [' - ', ' [', '] "', ' ', ' HTTP/', '" ', ' ', ' "', '" "', '"'];
const time = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;

export function nginxByIndex({ message }: DataRecord): DataRecord | undefined {
  const text = String(message);
  const parts: string[] = [];
  let at = 0;
  for (const delimiter of delimiters) {
    const end = text.indexOf(delimiter, at);
    if (end === -1) return undefined;
    parts.push(text.slice(at, end));
    at = end + delimiter.length;
  }
  const date = time.exec(parts[2] ?? '');
  if (!date) return undefined;
  const agent = parts[9] ?? '';
  return {
    source_ip: parts[0],
    user: parts[1],
    method: parts[3],
    path: parts[4],
    version: parts[5],
    status: Number.parseInt(parts[6] ?? '', 10),
    bytes: Number.parseInt(parts[7] ?? '', 10),
    referrer: parts[8],
    agent,
    '@timestamp': isoTime(date, 1),
    user_agent: clientOf(agent),
  };
}

function splitLine(text: string): string[] {
  const values: string[] = [];
  let at = 0;
  while (at <= text.length) {
    if (text[at] !== '"') {
      const end = text.indexOf(',', at);
      values.push(text.slice(at, end === -1 ? text.length : end));
      if (end === -1) break;
      at = end + 1;
      continue;
    }
    let value = '';
    let from = at + 1;
    let end = text.indexOf('"', from);
    while (text[end + 1] === '"') {
      value += text.slice(from, end + 1);
      from = end + 2;
      end = text.indexOf('"', from);
    }
    values.push(value + text.slice(from, end));
    at = end + 2;
  }
  return values;
}

const csvTime = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

export function csvByHand({ message }: DataRecord): DataRecord | undefined {
  const [id = '', name, colour, price = '', text = ''] = splitLine(String(message));
  const date = csvTime.exec(text);
  if (!date) return undefined;
  const [, year, month, day, hour, minute, second] = date.map(Number);
  const utc = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return {
    id: Number.parseInt(id, 10),
    name,
    colour,
    price: Number.parseFloat(price),
    '@timestamp': new Date(utc).toISOString(),
  };
}
