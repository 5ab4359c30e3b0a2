/** A pipeline that sources share, as descriptors/pipeline.json declares it. */

import {
  type ContentDefaults,
  completeContent,
  type DocumentPage,
  type ManagedMembers,
  required,
} from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { Models } from '#generated/models/pipeline.ts';
import { describeSteps } from '../sources/described-source.ts';
import { toResults } from '../sources/list-results.ts';
import type { StoredPreProcessor } from '../sources/source-record.ts';

/** The id is made of the name. */
export type PipelineRecord = ManagedMembers &
  Omit<Models['Pipeline'], 'preprocessors' | 'on_failure'> & {
    readonly preprocessors: readonly StoredPreProcessor[];
    readonly on_failure?: readonly StoredPreProcessor[];
  };

type PipelineContent = Omit<PipelineRecord, keyof ManagedMembers>;
type PipelineInput = Omit<Models['PipelineInput'], keyof ManagedMembers>;

const defaults: ContentDefaults<PipelineContent, PipelineInput & { readonly name: string }> = {
  name: required,
  description: undefined,
  tags: [],
  preprocessors: [],
  on_failure: undefined,
};

/**
 * @param name In the path.
 * @throws ServiceError invalid_request if the input has another name.
 * @example toPipelineContent('a', {}) // { name: 'a', tags: [], preprocessors: [] }
 */
export function toPipelineContent(name: string, input: PipelineInput): PipelineContent {
  const { name: sent = name, preprocessors = [] } = input;
  if (sent !== name) throw notAllowed('/name', `must be ${JSON.stringify(name)}, as in the path, or absent`);
  const unnest = preprocessors.findIndex(({ type }) => type === 'unnest');
  if (unnest >= 0) throw notAllowed(`/preprocessors/${unnest}/type`, 'must be a step of the source itself');
  return completeContent(defaults, { ...input, name });
}

function notAllowed(pointer: string, message: string): ServiceError {
  const errors = [{ in: 'body', pointer, code: 'not_allowed', message }];
  return new ServiceError('invalid_request', '1 value is invalid.', { members: { errors } });
}

/** The pipeline as clients get it: its name identifies it, and each preprocessor has a description of what it does. */
export async function toPipeline({ _id, ...pipeline }: PipelineRecord): Promise<Models['Pipeline']> {
  // Clients get stored values unchanged, whatever the current models declare.
  return (await describeSteps(pipeline)) as Models['Pipeline'];
}

/** A page of pipelines as they are stored, sorted by name: ids have no order that means something. */
export function toListedPipelines(page: DocumentPage<PipelineRecord>): Models['PipelineResults'] {
  const results = toResults(page);
  const hits = results.hits
    .map(({ _id, ...pipeline }) => pipeline)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { ...results, hits } as Models['PipelineResults'];
}
