/** The versions of a source, in short: which members each change was about. */

import { listVersions } from 'headwater/documents';
import { omitUndefined } from 'headwater/json';
import type { Invocation } from 'headwater/table';
import type { Models } from '#generated/models/source.ts';
import { contentMembers } from './source-defaults.ts';
import type { SourceRecord } from './source-record.ts';
import { sources } from './sources.ts';

type Version = Models['SourceVersion'];

interface PageRequest {
  readonly from: number;
  readonly size: number;
}

/** @throws ServiceError not_found. */
export async function versionsPage(
  invocation: Invocation,
  id: string,
  { from, size }: PageRequest,
): Promise<Models['SourceVersionResults']> {
  const versions = await listVersions(sources(invocation), id);
  const all = versions.map((version, at) => inShort(version, versions[at + 1]));
  const hits = all.slice(from, from + size);
  return { from, size: hits.length, total: all.length, total_relation: 'eq', hits };
}

/** @param before The version that it has replaced; undefined if that is not kept. */
function inShort(version: SourceRecord, before: SourceRecord | undefined): Version {
  const { revision, updated, name, preprocessors } = version;
  const isNext = before?.revision === revision - 1;
  const changed = isNext ? contentMembers.filter((member) => differs(version, before, member)) : undefined;
  return {
    revision,
    updated,
    ...omitUndefined({ name }),
    steps: preprocessors.length,
    ...omitUndefined({ changed }),
  };
}

function differs(one: SourceRecord, other: SourceRecord, member: keyof SourceRecord): boolean {
  return JSON.stringify(one[member]) !== JSON.stringify(other[member]);
}
