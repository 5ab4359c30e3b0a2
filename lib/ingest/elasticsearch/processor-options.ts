/** The options that the processors of Elasticsearch 9 document, apart from the options of every processor. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import type { DataRecord } from '../base/record.ts';

const text = 'field target_field ignore_missing';

/** Several names are separated by a space. */
const documented: Readonly<Record<string, string>> = {
  append: 'field value allow_duplicates media_type copy_from ignore_empty_values',
  bytes: text,
  community_id:
    'source_ip source_port destination_ip destination_port iana_number icmp_type icmp_code transport target_field seed ignore_missing',
  convert: `${text} type`,
  csv: 'field target_fields separator quote ignore_missing trim empty_value',
  date: 'field target_field formats timezone locale output_format',
  dissect: 'field pattern append_separator ignore_missing',
  dot_expander: 'field path override',
  drop: '',
  fail: 'message',
  fingerprint: 'fields target_field salt method ignore_missing',
  foreach: 'field processor ignore_missing',
  geoip: `${text} database_file properties first_only download_database_on_pipeline_creation`,
  grok: 'field patterns pattern_definitions ecs_compatibility trace_match ignore_missing',
  gsub: `${text} pattern replacement`,
  html_strip: text,
  ip_location: `${text} database_file properties first_only download_database_on_pipeline_creation`,
  join: 'field separator target_field',
  json: 'field target_field add_to_root add_to_root_conflict_strategy allow_duplicate_keys strict_json_parsing',
  kv: `${text} field_split value_split include_keys exclude_keys prefix trim_key trim_value strip_brackets`,
  lowercase: text,
  network_direction:
    'source_ip destination_ip target_field internal_networks internal_networks_field ignore_missing',
  pipeline: 'name ignore_missing_pipeline',
  redact: 'field patterns pattern_definitions prefix suffix ignore_missing skip_if_unlicensed trace_redact',
  registered_domain: text,
  remove: 'field keep ignore_missing',
  rename: `${text} override`,
  reroute: 'destination type dataset namespace',
  script: 'lang id source params',
  set: 'field value copy_from override ignore_empty_value media_type',
  sort: 'field order target_field',
  split: `${text} separator preserve_trailing`,
  terminate: '',
  trim: text,
  uppercase: text,
  uri_parts: `${text} keep_original remove_if_successful`,
  urldecode: text,
  user_agent: `${text} regex_file properties extract_device_type`,
};

const common = ['if', 'tag', 'description', 'ignore_failure', 'on_failure'];

/** The names of all options of a processor; undefined for one that Elasticsearch does not have. */
export function documentedOptions(processor: string): ReadonlySet<string> | undefined {
  const own = ownMember(documented, processor);
  return own === undefined ? undefined : new Set([...own.split(' '), ...common]);
}

/** Formats of `date` that are neither patterns of Java nor names that Elasticsearch has. */
const otherFormats = new Set(['UNIX_US', 'UNIX_NS']);

/** @returns what is wrong with a value, as a sentence. */
export function otherValue(processor: string, options: DataRecord): string | undefined {
  const { formats } = options;
  const other = Array.isArray(formats)
    ? formats.find((format) => otherFormats.has(String(format)))
    : undefined;
  return processor === 'date' && other !== undefined
    ? `Elasticsearch has no format ${String(other)} of date.`
    : undefined;
}
