/** Names the client of a text such as `Mozilla/5.0 (X11; Linux x86_64) …`. */

import { UAParser } from 'ua-parser-js';
import { type DataRecord, detach } from '../base/record.ts';
import { type ClientParts, readUsualClient } from './usual-client.ts';

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
};

function knownName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (names[name] ?? name);
}

/** What names itself first, as in `curl/8.5.0`. */
const tool = /^(?!Mozilla\/)([A-Za-z][\w.-]*)\/(\d+(?:\.\d+)*)/;

function parseAgent(text: string): ClientParts {
  const parser = new UAParser(text);
  return { browser: parser.getBrowser(), os: parser.getOS(), device: parser.getDevice() };
}

function parseClient(text: string): DataRecord {
  const { browser, os, device } = readUsualClient(text) ?? parseAgent(text);
  const [, toolName, toolVersion] = browser.name === undefined ? (tool.exec(text) ?? []) : [];
  const version = browser.version ?? toolVersion;
  const isMobile = device.type === 'mobile';
  const browserName = isMobile && browser.name === 'Chrome' ? 'Chrome Mobile' : knownName(browser.name);
  return {
    name: browserName ?? toolName ?? 'Other',
    ...(version === undefined ? {} : { version }),
    ...(os.name === undefined ? {} : { os: systemOf(os.name, os.version) }),
    device: { name: deviceOf(device.vendor, device.model) },
  };
}

function systemOf(name: string, version: string | undefined): DataRecord {
  const known = knownName(name) ?? name;
  const isNumbered = version !== undefined && /\d|^[A-Z]/.test(version);
  return isNumbered ? { name: known, version, full: `${known} ${version}` } : { name: known, full: known };
}

function deviceOf(vendor: string | undefined, model: string | undefined): string {
  if (model === undefined) return 'Other';
  return vendor === undefined || vendor === 'Apple' ? (knownName(model) ?? model) : `${vendor} ${model}`;
}
