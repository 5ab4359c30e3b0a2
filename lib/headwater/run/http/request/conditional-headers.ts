/**
 * If-Match and If-None-Match of a request, evaluated in the order of RFC 9110 section 13.2.2, and not before the rest
 * of the request has succeeded (section 13.2.1): a 404 comes before the problem of a condition that cannot be read.
 *
 * Functions load this with the first request that has one of them.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { type Issue, invalidRequest, issueOf } from './issue.ts';
import type { ConditionalRequest, ReadPreconditions } from './preconditions.ts';

export function conditionsOf({ headers }: ConditionalRequest, isRead: boolean): ReadPreconditions {
  return {
    isRead,
    check(current) {
      const { ifMatch, ifNoneMatch } = readConditions(headers);
      if (ifMatch && !matchesStrongly(ifMatch, current)) throw preconditionFailed('If-Match', current);
      if (ifNoneMatch && !isRead && matchesWeakly(ifNoneMatch, current))
        throw preconditionFailed('If-None-Match', current);
    },
    isNotModified(current) {
      const { ifNoneMatch } = readConditions(headers);
      return isRead && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current);
    },
  };
}

function readConditions(headers: ConditionalRequest['headers']) {
  const issues: Issue[] = [];
  const ifMatch = readCondition('If-Match', headers['if-match'], issues);
  const ifNoneMatch = readCondition('If-None-Match', headers['if-none-match'], issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return { ifMatch, ifNoneMatch };
}

function readCondition(name: string, text: string | undefined, issues: Issue[]): TagCondition | undefined {
  if (text === undefined) return undefined;
  const condition = parseTagCondition(text);
  const message = 'must be * or a list of entity tags such as "3" (RFC 9110 section 8.8.3)';
  if (!condition) issues.push(issueOf({ place: 'header', name }, 'not_an_entity_tag', message));
  return condition;
}

function preconditionFailed(header: string, current: string | undefined): ServiceError {
  const absent = current === undefined ? 'there is none' : 'it has no entity tag';
  const detail = `${header} does not allow it: ${current ? `its entity tag is ${current}` : absent}.`;
  return new ServiceError('precondition_failed', detail, current ? { headers: { etag: current } } : {});
}

/** A condition on entity tags (RFC 9110 section 8.8.3): `*`, or the tags of a list. */
type TagCondition = '*' | readonly EntityTag[];

interface EntityTag {
  readonly isWeak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

/** `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE`; commas may be part of a tag. */
const tagPattern = /^[ \t]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/;

/** Undefined when the text is not a list of entity tags. Empty elements are ignored (RFC 9110 section 5.6.1). */
export function parseTagCondition(text: string): TagCondition | undefined {
  if (text.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    if (/^[ \t]*,/.test(rest)) {
      rest = rest.slice(rest.indexOf(',') + 1);
      continue;
    }
    const [matched = '', weak, opaque] = tagPattern.exec(rest) ?? [];
    if (opaque === undefined) return undefined;
    tags.push({ isWeak: weak !== undefined, opaque });
    rest = rest.slice(matched.length);
  }
  return tags.length > 0 ? tags : undefined;
}

/** RFC 9110 section 8.8.3.2, strong comparison: for changes. */
export function matchesStrongly(condition: TagCondition, current: string | undefined): boolean {
  if (current === undefined) return false;
  if (condition === '*') return true;
  return condition.some(({ isWeak, opaque }) => !isWeak && opaque === current);
}

/** RFC 9110 section 8.8.3.2, weak comparison: for cached versions. */
export function matchesWeakly(condition: TagCondition, current: string | undefined): boolean {
  if (current === undefined) return false;
  const opaque = current.replace(/^W\//, '');
  return condition === '*' || condition.some((tag) => tag.opaque === opaque);
}
