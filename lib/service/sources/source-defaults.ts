import {
  type ContentDefaults,
  completeContent,
  type Patch,
  patchContent,
} from '../../data/search/documents/document-content.ts';
import type { SourceContent, SourceInput } from './source-record.ts';

const defaults: ContentDefaults<SourceContent, SourceInput> = {
  name: undefined,
  description: undefined,
  tags: [],
  format: 'json',
  preprocessors: [],
};

/** @example toSourceContent({ name: 'a' }) // { name: 'a', tags: [], format: 'json', preprocessors: [] } */
export function toSourceContent(input: SourceInput): SourceContent {
  return completeContent(defaults, input);
}

/** @throws ServiceError invalid_request when the patch removes a member that clients must send. */
export function patchSourceContent(patch: Patch<SourceContent>): SourceContent {
  return patchContent(defaults, patch);
}
