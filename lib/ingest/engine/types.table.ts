/**
 * All types of preprocessors: each has an import, and a row in the order of the catalogue (lib/service/CONTRIBUTING.md).
 *
 * The bundler (lib/headwater/compile/bundle/module-tables.ts) reads the statement at the end and writes out its columns, so a function
 * contains only those that it uses.
 */

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
import { columnsOf } from './columns.ts';

export const {
  definition: definitions,
  documentation: documentations,
  effect: effects,
  check: checks,
  compile: compilers,
} = columnsOf({
  csv,
  json,
  kv,
  logfmt,
  cef,
  leef,
  syslog,
  klog,
  postgres,
  xml,
  access_log: accessLog,
  aws_log: awsLog,
  dissect,
  grok,
  date,
  convert,
  rename,
  remove,
  set,
  script,
  append,
  lowercase,
  uppercase,
  trim,
  split,
  join,
  gsub,
  redact,
  urldecode,
  bytes,
  html_strip: htmlStrip,
  sort,
  truncate,
  remove_empty: removeEmpty,
  dot_expander: dotExpander,
  fingerprint,
  uri_parts: uriParts,
  registered_domain: registeredDomain,
  enrich,
  user_agent: userAgent,
  geoip,
  network_direction: networkDirection,
  community_id: communityId,
  foreach,
  pipeline,
  sample,
  drop,
  unnest,
  terminate,
  reroute,
  fail,
});
