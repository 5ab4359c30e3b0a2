/**
 * Registers the types of preprocessors: each has an import and a line in each of five tables, and does not compile without one
 * of them. The tables are apart so that a function contains only what it uses: definitions, checks, transformations, effects or documentation.
 */

import type {
  Compile,
  Documentation,
  Effect,
  Load,
  OptionTable,
  PreprocessorType,
  Processor,
} from '../base/definition.ts';
import * as accessLog from '../types/access-log.ts';
import * as append from '../types/append.ts';
import * as awsLog from '../types/aws-log.ts';
import * as bytes from '../types/bytes.ts';
import * as cef from '../types/cef.ts';
import * as communityId from '../types/community-id.ts';
import * as convert from '../types/convert.ts';
import * as csv from '../types/csv.ts';
import * as date from '../types/date.ts';
import * as dissect from '../types/dissect.ts';
import * as dotExpander from '../types/dot-expander.ts';
import * as drop from '../types/drop.ts';
import * as enrich from '../types/enrich.ts';
import * as fail from '../types/fail.ts';
import * as fingerprint from '../types/fingerprint.ts';
import * as foreach from '../types/foreach.ts';
import * as geoip from '../types/geoip.ts';
import * as grok from '../types/grok.ts';
import * as gsub from '../types/gsub.ts';
import * as htmlStrip from '../types/html-strip.ts';
import * as join from '../types/join.ts';
import * as json from '../types/json.ts';
import * as klog from '../types/klog.ts';
import * as kv from '../types/kv.ts';
import * as leef from '../types/leef.ts';
import * as logfmt from '../types/logfmt.ts';
import * as lowercase from '../types/lowercase.ts';
import * as networkDirection from '../types/network-direction.ts';
import * as pipeline from '../types/pipeline.ts';
import * as postgres from '../types/postgres.ts';
import * as redact from '../types/redact.ts';
import * as registeredDomain from '../types/registered-domain.ts';
import * as remove from '../types/remove.ts';
import * as removeEmpty from '../types/remove-empty.ts';
import * as rename from '../types/rename.ts';
import * as reroute from '../types/reroute.ts';
import * as sample from '../types/sample.ts';
import * as script from '../types/script.ts';
import * as set from '../types/set.ts';
import * as sort from '../types/sort.ts';
import * as split from '../types/split.ts';
import * as syslog from '../types/syslog.ts';
import * as terminate from '../types/terminate.ts';
import * as trim from '../types/trim.ts';
import * as truncate from '../types/truncate.ts';
import * as unnest from '../types/unnest.ts';
import * as uppercase from '../types/uppercase.ts';
import * as uriParts from '../types/uri-parts.ts';
import * as urldecode from '../types/urldecode.ts';
import * as userAgent from '../types/user-agent.ts';
import * as xml from '../types/xml.ts';

/** In the order of the catalogue. */
const definitions = [
  csv.definition,
  json.definition,
  kv.definition,
  logfmt.definition,
  cef.definition,
  leef.definition,
  syslog.definition,
  klog.definition,
  postgres.definition,
  xml.definition,
  accessLog.definition,
  awsLog.definition,
  dissect.definition,
  grok.definition,
  date.definition,
  convert.definition,
  rename.definition,
  remove.definition,
  set.definition,
  script.definition,
  append.definition,
  lowercase.definition,
  uppercase.definition,
  trim.definition,
  split.definition,
  join.definition,
  gsub.definition,
  redact.definition,
  urldecode.definition,
  bytes.definition,
  htmlStrip.definition,
  sort.definition,
  truncate.definition,
  removeEmpty.definition,
  dotExpander.definition,
  fingerprint.definition,
  uriParts.definition,
  registeredDomain.definition,
  enrich.definition,
  userAgent.definition,
  geoip.definition,
  networkDirection.definition,
  communityId.definition,
  foreach.definition,
  pipeline.definition,
  sample.definition,
  drop.definition,
  unnest.definition,
  terminate.definition,
  reroute.definition,
  fail.definition,
] as const;

type TypeName = (typeof definitions)[number]['type'];

/**
 * What remains to check after the option table, for functions that only store configurations: `compile` if it is small,
 * otherwise a `check` of its own, and nothing if the table checks everything.
 */
export const checks: Readonly<Record<TypeName, Processor['check']>> = {
  csv: csv.check,
  json: json.check,
  kv: kv.compile,
  dissect: dissect.compile,
  grok: grok.compile,
  date: date.check,
  convert: undefined,
  rename: undefined,
  remove: remove.compile,
  set: set.compile,
  script: script.compile,
  append: append.compile,
  lowercase: undefined,
  uppercase: undefined,
  trim: undefined,
  split: split.compile,
  join: undefined,
  gsub: gsub.compile,
  dot_expander: dotExpander.compile,
  fingerprint: undefined,
  uri_parts: undefined,
  user_agent: undefined,
  foreach: undefined,
  pipeline: pipeline.compile,
  drop: undefined,
  unnest: unnest.compile,
  terminate: undefined,
  reroute: reroute.check,
  fail: fail.compile,
  urldecode: undefined,
  bytes: undefined,
  sort: undefined,
  truncate: undefined,
  remove_empty: undefined,
  network_direction: networkDirection.compile,
  community_id: undefined,
  logfmt: undefined,
  cef: undefined,
  leef: undefined,
  syslog: syslog.check,
  klog: klog.check,
  postgres: postgres.check,
  xml: undefined,
  sample: undefined,
  access_log: undefined,
  aws_log: undefined,
  redact: redact.compile,
  html_strip: undefined,
  registered_domain: undefined,
  geoip: geoip.check,
  enrich: enrich.compile,
};

/** The types with large code. */
const large = {
  user_agent: userAgent.load,
  xml: xml.load,
  html_strip: htmlStrip.load,
  registered_domain: registeredDomain.load,
  geoip: geoip.load,
} satisfies Partial<Readonly<Record<TypeName, Load>>>;

export const loaders: Readonly<Partial<Record<TypeName, Load>>> = large;

/** The other types. */
export const compilers: Readonly<
  Partial<Record<TypeName, Compile>> & Record<Exclude<TypeName, keyof typeof large>, Compile>
> = {
  csv: csv.compile,
  json: json.compile,
  kv: kv.compile,
  dissect: dissect.compile,
  grok: grok.compile,
  date: date.compile,
  convert: convert.compile,
  rename: rename.compile,
  remove: remove.compile,
  set: set.compile,
  script: script.compile,
  append: append.compile,
  lowercase: lowercase.compile,
  uppercase: uppercase.compile,
  trim: trim.compile,
  split: split.compile,
  join: join.compile,
  gsub: gsub.compile,
  dot_expander: dotExpander.compile,
  fingerprint: fingerprint.compile,
  uri_parts: uriParts.compile,
  foreach: foreach.compile,
  pipeline: pipeline.compile,
  drop: drop.compile,
  unnest: unnest.compile,
  terminate: terminate.compile,
  reroute: reroute.compile,
  fail: fail.compile,
  urldecode: urldecode.compile,
  bytes: bytes.compile,
  sort: sort.compile,
  truncate: truncate.compile,
  remove_empty: removeEmpty.compile,
  network_direction: networkDirection.compile,
  community_id: communityId.compile,
  logfmt: logfmt.compile,
  cef: cef.compile,
  leef: leef.compile,
  syslog: syslog.compile,
  klog: klog.compile,
  postgres: postgres.compile,
  sample: sample.compile,
  access_log: accessLog.compile,
  aws_log: awsLog.compile,
  redact: redact.compile,
  enrich: enrich.compile,
};

export const effects: Readonly<Record<TypeName, Effect>> = {
  csv: csv.effect,
  json: json.effect,
  kv: kv.effect,
  logfmt: logfmt.effect,
  cef: cef.effect,
  leef: leef.effect,
  syslog: syslog.effect,
  klog: klog.effect,
  postgres: postgres.effect,
  xml: xml.effect,
  access_log: accessLog.effect,
  aws_log: awsLog.effect,
  dissect: dissect.effect,
  grok: grok.effect,
  date: date.effect,
  convert: convert.effect,
  rename: rename.effect,
  remove: remove.effect,
  set: set.effect,
  script: script.effect,
  append: append.effect,
  lowercase: lowercase.effect,
  uppercase: uppercase.effect,
  trim: trim.effect,
  split: split.effect,
  join: join.effect,
  gsub: gsub.effect,
  redact: redact.effect,
  urldecode: urldecode.effect,
  bytes: bytes.effect,
  html_strip: htmlStrip.effect,
  sort: sort.effect,
  truncate: truncate.effect,
  remove_empty: removeEmpty.effect,
  dot_expander: dotExpander.effect,
  fingerprint: fingerprint.effect,
  uri_parts: uriParts.effect,
  registered_domain: registeredDomain.effect,
  enrich: enrich.effect,
  user_agent: userAgent.effect,
  geoip: geoip.effect,
  network_direction: networkDirection.effect,
  community_id: communityId.effect,
  foreach: foreach.effect,
  pipeline: pipeline.effect,
  sample: sample.effect,
  drop: drop.effect,
  unnest: unnest.effect,
  terminate: terminate.effect,
  reroute: reroute.effect,
  fail: fail.effect,
};

export const documentations: Readonly<Record<TypeName, Documentation>> = {
  csv: csv.documentation,
  json: json.documentation,
  kv: kv.documentation,
  logfmt: logfmt.documentation,
  cef: cef.documentation,
  leef: leef.documentation,
  syslog: syslog.documentation,
  klog: klog.documentation,
  postgres: postgres.documentation,
  xml: xml.documentation,
  access_log: accessLog.documentation,
  aws_log: awsLog.documentation,
  dissect: dissect.documentation,
  grok: grok.documentation,
  date: date.documentation,
  convert: convert.documentation,
  rename: rename.documentation,
  remove: remove.documentation,
  set: set.documentation,
  script: script.documentation,
  append: append.documentation,
  lowercase: lowercase.documentation,
  uppercase: uppercase.documentation,
  trim: trim.documentation,
  split: split.documentation,
  join: join.documentation,
  gsub: gsub.documentation,
  redact: redact.documentation,
  urldecode: urldecode.documentation,
  bytes: bytes.documentation,
  html_strip: htmlStrip.documentation,
  sort: sort.documentation,
  truncate: truncate.documentation,
  remove_empty: removeEmpty.documentation,
  dot_expander: dotExpander.documentation,
  fingerprint: fingerprint.documentation,
  uri_parts: uriParts.documentation,
  registered_domain: registeredDomain.documentation,
  enrich: enrich.documentation,
  user_agent: userAgent.documentation,
  geoip: geoip.documentation,
  network_direction: networkDirection.documentation,
  community_id: communityId.documentation,
  foreach: foreach.documentation,
  pipeline: pipeline.documentation,
  sample: sample.documentation,
  drop: drop.documentation,
  unnest: unnest.documentation,
  terminate: terminate.documentation,
  reroute: reroute.documentation,
  fail: fail.documentation,
};

export type RegisteredType = PreprocessorType<OptionTable, TypeName>;

export const preprocessorTypes: readonly RegisteredType[] = definitions;

export function findType(name: string): RegisteredType | undefined {
  return preprocessorTypes.find(({ type }) => type === name);
}
