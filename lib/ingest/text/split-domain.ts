/** Splits the name of a host by the list of public suffixes, as Elasticsearch and Apache HttpClient do. */

import { parse } from 'tldts';

export interface DomainParts {
  readonly domain: string;
  /** Absent if the name is a public suffix. */
  readonly registered_domain?: string;
  readonly top_level_domain: string;
  readonly subdomain?: string;
}

/** The name is checked neither for its characters nor for its length. */
const asWritten = {
  allowPrivateDomains: true,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
};

/**
 * @returns undefined for a name under no known suffix, such as `localhost` and IP addresses.
 * @example splitDomain('www.example.co.uk') // { registered_domain: 'example.co.uk', top_level_domain: 'co.uk', … }
 */
export function splitDomain(name: string): DomainParts | undefined {
  const lower = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (lower === '' || lower.startsWith('.') || lower.endsWith('.')) return undefined;
  const { publicSuffix, domain, isIcann, isPrivate } = parse(lower, asWritten);
  if (publicSuffix === null || !(isIcann || isPrivate)) return undefined;
  // A suffix such as github.io, whose names its owner gives, is the registered domain itself.
  const registered = isPrivate ? publicSuffix : domain;
  if (registered === null) return { domain: name, top_level_domain: name };
  const subdomain = name.slice(0, Math.max(0, name.length - registered.length - 1));
  return {
    domain: name,
    registered_domain: registered,
    top_level_domain: registered.slice(registered.indexOf('.') + 1),
    ...(subdomain === '' ? {} : { subdomain }),
  };
}
