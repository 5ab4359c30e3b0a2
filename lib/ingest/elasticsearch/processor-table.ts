/** Which processors of Elasticsearch have no type of the same name, and what their options become. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { optionTableOf } from '../base/common-options.ts';
import type { DataRecord } from '../base/record.ts';
import { findType, type RegisteredType } from '../engine/registry.ts';

/** Processors with another name here. */
const renamedTypes: Readonly<Record<string, string>> = { ip_location: 'geoip' };

/** Options with another name here. */
const renamedOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  convert: { type: 'target_type' },
  reroute: { type: 'target_type' },
};

/** Options without an effect on documents here. */
const idleOptions: Readonly<Record<string, readonly string[]>> = {
  append: ['media_type'],
  set: ['media_type'],
  grok: ['trace_match'],
  user_agent: ['extract_device_type', 'ecs'],
  script: ['lang'],
  geoip: ['download_database_on_pipeline_creation'],
};

/** Options with which a type does what the processor always does. */
const impliedOptions: Readonly<Record<string, DataRecord>> = {
  dissect: { elasticsearch_empty_values: true },
};

/** What a pipeline needs in place of a processor that is not here. */
const missing: Readonly<Record<string, string>> = {
  enrich: 'There are no enrich policies; a step enrich has the rows itself, in its option rows.',
  attachment: 'Send the text of the file.',
  inference: 'There are no models.',
  set_security_user: 'Records do not know who pushes them.',
  date_index_name: 'There are no indices.',
  circle: 'There are no shapes.',
  geo_grid: 'There are no shapes.',
  recover_failure_document: 'A failed record is kept as it was sent, and can be replayed.',
  normalize_for_stream: 'Set the fields by steps.',
};

/** How options are called, from the registration of the type. */
export interface ProcessorEntry {
  readonly type: RegisteredType;
  /** The name of an option here; undefined for one without an effect, null for an unknown one. */
  readonly optionOf: (name: string) => string | undefined | null;
  /** The processor has no such options: it always does what the type does with them. */
  readonly implied: DataRecord;
  /** The name of an option in Elasticsearch. */
  readonly originalOf: (name: string) => string;
}

/** Types that only this service has, or has in another form. */
export const ownTypes: ReadonlySet<string> = new Set([
  'logfmt',
  'cef',
  'leef',
  'klog',
  'sample',
  'unnest',
  'syslog',
  'access_log',
  'aws_log',
  'postgres',
  'xml',
  'truncate',
  'remove_empty',
  'enrich',
  'script',
]);

/** @returns why there is none, as a sentence. */
export function findProcessor(processor: string): ProcessorEntry | string {
  const name = ownMember(renamedTypes, processor) ?? processor;
  const type = ownTypes.has(name) && name !== 'script' ? undefined : findType(name);
  if (!type) return ownMember(missing, name) ?? 'There is no such type.';
  const renamed = ownMember(renamedOptions, name) ?? {};
  const known = optionTableOf(type);
  return {
    type,
    optionOf: (option) => {
      const own = ownMember(renamed, option) ?? option;
      if (Object.hasOwn(known, own)) return own;
      return ownMember(idleOptions, name)?.includes(option) ? undefined : null;
    },
    implied: ownMember(impliedOptions, name) ?? {},
    originalOf: (option) => Object.entries(renamed).find(([, own]) => own === option)?.[0] ?? option,
  };
}
