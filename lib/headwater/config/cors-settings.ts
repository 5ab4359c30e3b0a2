/** The setting `cors`: the origins whose pages may read responses of the service. */

import { itemsOf, membersOf } from '../shared/json/is-object.ts';
import {
  flagRule,
  listRule,
  objectRule,
  type SettingPath,
  type SettingProblem,
  type SettingRule,
  shownValue,
  textRule,
  wholeNumberRule,
  withCheck,
} from './rules.ts';

export interface CorsSettings {
  /** Origins as browsers send them, or `*`, `https://*`, `http://*` for any of these. */
  readonly origins: readonly string[];
  /** Request headers, in addition to those that operations read. */
  readonly headers?: readonly string[];
  /** Response headers, in addition to those that functions send. */
  readonly exposedHeaders?: readonly string[];
  /** Allows cookies and HTTP authentication of the browser. */
  readonly credentials?: boolean;
  /** The period in seconds for which a browser may cache the response to a preflight. */
  readonly maxAge?: number;
}

const anyOrigins = ['*', 'https://*', 'http://*'];

/** docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-apigatewayv2-api-cors.html */
const maxSeconds = 86_400;

const origin: SettingRule = {
  accepts: `an origin such as "https://app.example.com" or "http://localhost:5173", or one of ${anyOrigins.map(shownValue).join(', ')}`,
  check: (value, path) => {
    if (anyOrigins.includes(String(value))) return [];
    const meant = originOf(value);
    if (meant === value && meant !== undefined) return [];
    return [
      { path, found: shownValue(value), accepted: meant === undefined ? origin.accepts : shownValue(meant) },
    ];
  },
};

/** The origin that a browser sends for this address: without path and default port. */
function originOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\/[^*]+$/i.test(value) || !URL.canParse(value))
    return undefined;
  return new URL(value).origin;
}

/**
 * A token (RFC 9110 section 5.6.2), but not `*`, which does not cover Authorization and is taken literally with
 * credentials.
 */
const header = textRule(
  'the name of a header (RFC 9110 section 5.6.2), and not *',
  /^[!#$%&'+.^_`|~0-9A-Za-z-]+$/,
);

const texts = 'a list of at least one string';

export const corsRule = withCheck(
  objectRule<CorsSettings>(
    {
      origins: listRule(origin, texts),
      headers: listRule(header, texts),
      exposedHeaders: listRule(header, texts),
      credentials: flagRule,
      maxAge: wholeNumberRule(0, maxSeconds, 'a whole number of seconds'),
    },
    'an object with origins, and optionally headers, exposedHeaders, credentials and maxAge',
    ['origins'],
  ),
  checkCredentials,
);

/** Otherwise any page could send requests with the cookies of its visitor. */
function checkCredentials(value: unknown, path: SettingPath): SettingProblem[] {
  const { credentials, origins } = membersOf(value);
  if (credentials !== true) return [];
  return itemsOf(origins).flatMap((each, index) => {
    if (!anyOrigins.includes(String(each))) return [];
    const at = [...path, 'origins', index];
    return [{ path: at, found: `${shownValue(each)} with credentials`, accepted: 'each origin by its name' }];
  });
}
