/** Names the client of a text such as `Mozilla/5.0 (X11; Linux x86_64) …`. */

import { UAParser } from 'ua-parser-js';
import { type DataRecord, detach } from '../base/record.ts';

const maxCached = 1000;
/** The expressions of the parser are slow on long texts. */
const maxRead = 500;
const cache = new Map<string, DataRecord>();

/**
 * The members `name`, `version`, `os` and `device` of `user_agent`. They must not be changed: all steps share what
 * was read, since the parser takes a thousand times as long as a step.
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

/** Names that Elasticsearch's parser gives to the same clients. */
const names: Readonly<Record<string, string>> = {
  'Mac OS': 'Mac OS X',
  'Chromium OS': 'Chrome OS',
  Macintosh: 'Mac',
  'Mobile Chrome': 'Chrome Mobile',
  'Mobile Firefox': 'Firefox Mobile',
  'Chrome WebView': 'Chrome Mobile WebView',
  'Samsung Internet': 'Samsung Internet',
};

function nameOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (names[name] ?? name);
}

/** What names itself first, as in `curl/8.5.0`. */
const tool = /^(?!Mozilla\/)([A-Za-z][\w.-]*)\/(\d+(?:\.\d+)*)/;

/**
 * Browsers of desktops. The parser finds no device in their texts, which the tests show: its 200 expressions for
 * devices are most of its work, and each takes 40 us to compile in a new process.
 */
export const desktopAgent =
  /^Mozilla\/5\.0 \((?:Windows NT \d+\.\d(?:; Win64; x64|; WOW64)?|X11; (?:Ubuntu; )?Linux x86_64)(?:; rv:[\d.]+)?\) (?:AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Chrome\/[\d.]+ Safari\/[\d.]+(?: Edg\/[\d.]+)?|Gecko\/\d+ Firefox\/[\d.]+)$/;

/** Tools of which the parser knows nothing. */
export const toolAgent = /^(?:curl|Wget|python-requests|Go-http-client|okhttp)\/[\d.]+$/;

const unknown = {
  browser: { name: undefined, version: undefined },
  os: { name: undefined, version: undefined },
  device: { vendor: undefined, model: undefined, type: undefined },
} as const;

type Parts = {
  readonly [Name in keyof typeof unknown]: {
    readonly [Member in keyof (typeof unknown)[Name]]: string | undefined;
  };
};

function parseParts(text: string): Parts {
  if (toolAgent.test(text)) return unknown;
  const parser = new UAParser(text);
  const device = desktopAgent.test(text) ? unknown.device : parser.getDevice();
  return { browser: parser.getBrowser(), os: parser.getOS(), device };
}

function parseClient(text: string): DataRecord {
  const { browser, os, device } = parseParts(text);
  const [, toolName, toolVersion] = browser.name === undefined ? (tool.exec(text) ?? []) : [];
  const version = browser.version ?? toolVersion;
  const isMobile = device.type === 'mobile';
  const browserName = isMobile && browser.name === 'Chrome' ? 'Chrome Mobile' : nameOf(browser.name);
  return {
    name: browserName ?? toolName ?? 'Other',
    ...(version === undefined ? {} : { version }),
    ...(os.name === undefined ? {} : { os: systemOf(os.name, os.version) }),
    device: { name: deviceOf(device.vendor, device.model) },
  };
}

function systemOf(name: string, version: string | undefined): DataRecord {
  const known = nameOf(name) ?? name;
  const isNumbered = version !== undefined && /\d|^[A-Z]/.test(version);
  return isNumbered ? { name: known, version, full: `${known} ${version}` } : { name: known, full: known };
}

function deviceOf(vendor: string | undefined, model: string | undefined): string {
  if (model === undefined) return 'Other';
  return vendor === undefined || vendor === 'Apple' ? (nameOf(model) ?? model) : `${vendor} ${model}`;
}
