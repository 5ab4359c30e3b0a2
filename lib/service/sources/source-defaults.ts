import {
  type ContentDefaults,
  completeContent,
  type Patch,
  patchContent,
} from '../../data/search/documents/document-content.ts';
import { ServiceError } from '../../shared/errors.ts';
import { csvIssues } from './csv-format.ts';
import type { SourceContent, SourceInput } from './source-record.ts';

const defaults: ContentDefaults<SourceContent, SourceInput> = {
  name: undefined,
  description: undefined,
  tags: [],
  format: 'json',
  csv: undefined,
  preprocessors: [],
};

/**
 * @throws ServiceError invalid_request for options of CSV that contradict each other, or the format.
 * @example toSourceContent({ name: 'a' }) // { name: 'a', tags: [], format: 'json', preprocessors: [] }
 */
export function toSourceContent(input: SourceInput): SourceContent {
  return checkCsv(completeContent(defaults, input));
}

/** @throws ServiceError invalid_request when the patch removes a member that clients must send, and as `toSourceContent`. */
export function patchSourceContent(patch: Patch<SourceContent>): SourceContent {
  return checkCsv(patchContent(defaults, patch));
}

function checkCsv(content: SourceContent): SourceContent {
  const errors = csvIssues(content).map((issue) => ({ in: 'body', ...issue }));
  if (errors.length === 0) return content;
  const detail = `${errors.length === 1 ? '1 value is' : `${errors.length} values are`} invalid.`;
  throw new ServiceError('invalid_request', detail, { members: { errors } });
}
