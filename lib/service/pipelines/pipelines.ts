import { documentsOf, documentType, findDocument, removeDocument } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { type Invocation, idOfName } from 'headwater/table';
import type { PipelineRecord } from './pipeline-record.ts';

/** An owner has few pipelines: the fields are checked on the documents. */
export const pipelineType = documentType<PipelineRecord>({
  name: 'pipeline',
  all: 'g',
  isNamed: true,
  texts: ['preprocessors', 'on_failure'],
  fields: {
    name: { kind: 'keyword', isDefault: true },
    description: { kind: 'text', isDefault: true, isOptional: true },
    tags: { kind: 'keyword', isDefault: true, isList: true },
    'preprocessors.type': {
      kind: 'keyword',
      values: ({ preprocessors }) => preprocessors.map(({ type }) => type),
    },
    'on_failure.type': 'not searchable',
  },
});

/** The pipelines of the table that the settings name, for one invocation. */
export const pipelines = documentsOf(pipelineType);

/** The parts of a pipeline that a run needs. */
export type NamedSteps = Pick<PipelineRecord, 'name' | 'preprocessors' | 'on_failure'>;

/** Returns undefined if no pipeline has the name. */
export type PipelineReader = (name: string) => Promise<NamedSteps | undefined>;

export function pipelineReader(invocation: Invocation) {
  const access = pipelines(invocation);
  return async (name: string) => (await findDocument(access, idOfName(name)))?.document;
}

/** @throws ServiceError not_found. */
export async function getPipeline(invocation: Invocation, name: string): Promise<PipelineRecord> {
  const found = await pipelineReader(invocation)(name);
  if (found) return found;
  throw notFound(name);
}

/** @throws ServiceError not_found, write_conflict, and what `check` throws. */
export async function removePipeline(
  invocation: Invocation,
  name: string,
  check: (current: PipelineRecord) => void,
): Promise<void> {
  try {
    await removeDocument(pipelines(invocation), idOfName(name), { check });
  } catch (error) {
    // The id says nothing to the client.
    throw error instanceof ServiceError && error.code === 'not_found' ? notFound(name) : error;
  }
}

function notFound(name: string): ServiceError {
  return new ServiceError('not_found', `There is no pipeline ${name}.`);
}
