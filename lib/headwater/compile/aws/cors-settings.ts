/** The setting `cors`: the origins whose pages may read responses of the service. */

import { isObject } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { quote, type SourceNode } from '../source/source-node.ts';

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
/**
 * A token (RFC 9110 section 5.6.2), but not `*`, which does not cover Authorization and is taken literally with
 * credentials.
 */
const namePattern = /^[!#$%&'+.^_`|~0-9A-Za-z-]+$/;
/** docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-apigatewayv2-api-cors.html */
const maxSeconds = 86_400;

type Check = (node: SourceNode) => Diagnostic[];

const checks: Readonly<Record<keyof CorsSettings, Check>> = {
  origins: (node) => checkList(node, checkOrigin),
  headers: (node) => checkList(node, checkHeader),
  exposedHeaders: (node) => checkList(node, checkHeader),
  credentials: (node) => accept(node, typeof node.value === 'boolean', 'true or false'),
  maxAge: (node) => accept(node, isSeconds(node.value), `a whole number of seconds, 0 to ${maxSeconds}`),
};

export function checkCors(node: SourceNode): Diagnostic[] {
  const accepted = 'an object with origins, and optionally headers, exposedHeaders, credentials and maxAge';
  if (!isObject(node.value)) return [setting(node, quote(node.value), accepted)];
  const names = Object.keys(checks);
  const diagnostics = node.members().flatMap(([key, value]) => {
    if (Object.hasOwn(checks, key)) return checks[key as keyof CorsSettings](value);
    const meant = nearSpelling(key, names) ?? `one of ${names.join(', ')}`;
    return [setting(value, `the unknown setting ${quote(key)}`, meant)];
  });
  const origins = node.member('origins');
  if (!origins) return [...diagnostics, setting(node, 'no origins', 'origins, or no cors')];
  return [...diagnostics, ...checkCredentials(node, origins)];
}

/** Otherwise any page could send requests with the cookies of its visitor. */
function checkCredentials(node: SourceNode, origins: SourceNode): Diagnostic[] {
  if (node.member('credentials')?.value !== true) return [];
  const open = origins.items().filter(({ value }) => anyOrigins.includes(String(value)));
  return open.map((item) =>
    setting(item, `${quote(item.value)} with credentials`, 'each origin by its name'),
  );
}

function checkList(node: SourceNode, check: Check): Diagnostic[] {
  if (!Array.isArray(node.value) || node.value.length === 0 || node.value.includes(null))
    return [setting(node, quote(node.value), 'a list of at least one string')];
  return node.items().flatMap(check);
}

function checkOrigin(node: SourceNode): Diagnostic[] {
  const { value } = node;
  const origin = originOf(value);
  const example = '"https://app.example.com" or "http://localhost:5173"';
  const meant =
    origin === undefined ? `an origin such as ${example}, or one of ${anyOrigins.map(quote).join(', ')}` : '';
  return accept(node, anyOrigins.includes(String(value)) || origin === value, meant || quote(origin));
}

/** The origin that a browser sends for this address: without path and default port. */
function originOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\/[^*]+$/i.test(value) || !URL.canParse(value))
    return undefined;
  return new URL(value).origin;
}

function checkHeader(node: SourceNode): Diagnostic[] {
  const { value } = node;
  const isName = typeof value === 'string' && namePattern.test(value);
  return accept(node, isName, 'the name of a header (RFC 9110 section 5.6.2), and not *');
}

function isSeconds(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxSeconds;
}

function accept(node: SourceNode, isAccepted: boolean, accepted: string): Diagnostic[] {
  return isAccepted ? [] : [setting(node, quote(node.value), accepted)];
}

function setting(node: SourceNode, found: string, accepted: string): Diagnostic {
  return node.diagnose('E-SETTING', found, accepted);
}
