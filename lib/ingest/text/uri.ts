/** Splits URIs and relative references (RFC 3986). */

import type { DataRecord } from '../base/record.ts';
import { lazyRegex } from './lazy-regex.ts';

const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
/** Characters that neither RFC 3986 nor Java allows; other scripts are allowed. */
const illegal = lazyRegex('[\\0-\\x20"<>\\\\^`{|}\\x7f-\\x9f\\p{Z}]|%(?![\\dA-Fa-f]{2})', 'u');
/** Java reads no larger number as a port. */
const maxPort = 2 ** 31 - 1;
const authorityPattern = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/s;
const domainPattern =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.?$/;
const ipv4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.(?!$)|$)){4}$/;
const webSchemes = new Set(['http', 'https', 'ftp', 'file', 'jar', 'mailto']);

interface Authority {
  readonly userInfo?: string;
  readonly host: string | null;
  readonly port?: number;
}

/**
 * The parts as Elasticsearch names them; undefined when the text is no URI.
 *
 * @example splitUri('/a.png?b') // { domain: null, path: '/a.png', extension: 'png', query: 'b', scheme: null }
 */
export function splitUri(text: string): DataRecord | undefined {
  const [all, scheme, authority, path = '', query, fragment] = parts.exec(text) ?? [];
  if (all === undefined) return undefined;
  const isUri = !illegal().test(text) && !(scheme !== undefined && isEmptyRest(authority, path, query));
  // Elasticsearch falls back to java.net.URL, which knows few schemes, checks little and decodes nothing.
  if (!isUri && !webSchemes.has(scheme?.toLowerCase() ?? '')) return undefined;
  const decode = isUri ? decodeOctets : (part: string) => part;
  const { userInfo, host, port } = readAuthority(authority, isUri);
  const isOpaque = scheme !== undefined && authority === undefined && !path.startsWith('/') && isUri;
  return {
    domain: host,
    ...member('fragment', fragment, decode),
    ...(isOpaque ? {} : pathParts(decode(path))),
    ...(port === undefined ? {} : { port }),
    ...(isOpaque ? {} : member('query', query, decode)),
    scheme: scheme ?? null,
    ...(userInfo === undefined ? {} : userParts(decode(userInfo))),
  };
}

function member(name: string, text: string | undefined, decode: (part: string) => string): DataRecord {
  return text === undefined ? {} : { [name]: decode(text) };
}

function isEmptyRest(authority: string | undefined, path: string, query: string | undefined): boolean {
  return authority === undefined ? path === '' && query === undefined : authority === '' && path === '';
}

/** Java gives neither host, port nor user for an authority that is not of a server. */
function readAuthority(authority: string | undefined, isUri: boolean): Authority {
  const match = authority === undefined ? null : authorityPattern.exec(authority);
  if (!match) return { host: isUri ? null : '' };
  const [, userInfo, host = '', port] = match;
  if (Number(port ?? 0) > maxPort) return { host: isUri ? null : '' };
  const isServer = domainPattern.test(host) || ipv4Pattern.test(host) || host.startsWith('[');
  if (isUri && !isServer) return { host: null };
  return {
    host,
    ...(userInfo === undefined ? {} : { userInfo }),
    ...(port === undefined || port === '' ? {} : { port: Number(port) }),
  };
}

function pathParts(path: string): DataRecord {
  const segment = path.slice(path.lastIndexOf('/'));
  const dot = path.includes('/') ? segment.lastIndexOf('.') : -1;
  return { path, ...(dot === -1 ? {} : { extension: segment.slice(dot + 1) }) };
}

function userParts(userInfo: string): DataRecord {
  const colon = userInfo.indexOf(':');
  if (colon === -1) return { user_info: userInfo };
  return { user_info: userInfo, username: userInfo.slice(0, colon), password: userInfo.slice(colon + 1) };
}

/** Decodes percent-encoding. Octets that are not UTF-8 become U+FFFD, as in Java. */
export function decodeOctets(part: string): string {
  if (!part.includes('%')) return part;
  return part.replace(/(?:%[\dA-Fa-f]{2})+/g, decodeRun);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeRun(run: string): string {
  // Octets below 0x80, of which nearly all runs consist, are UTF-8.
  if (!/%[89A-Fa-f]/.test(run)) return decodeURIComponent(run);
  const octets = new Uint8Array(run.length / 3);
  for (let at = 0; at < octets.length; at++)
    octets[at] = Number.parseInt(run.slice(3 * at + 1, 3 * at + 3), 16);
  return utf8.decode(octets);
}
