import { type ContentDefaults, completeContent, type Patch, patchContent } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { SourceContent, SourceInput } from './source-record.ts';

const defaults: ContentDefaults<SourceContent, SourceInput> = {
  name: undefined,
  description: undefined,
  tags: [],
  format: 'json',
  csv: undefined,
  multiline: undefined,
  preprocessors: [],
  on_failure: undefined,
};

/** The members that clients write, in their order. The table names all of them. */
export const contentMembers = Object.keys(defaults) as readonly (keyof SourceContent)[];

/**
 * @throws ServiceError invalid_request for options of the format that contradict each other, or it.
 * @example toSourceContent({ name: 'a' }) // resolves to { name: 'a', tags: [], format: 'json', preprocessors: [] }
 */
export function toSourceContent(input: SourceInput): Promise<SourceContent> {
  return checkFormat(completeContent(defaults, input));
}

/** @throws ServiceError invalid_request when the patch removes a member that clients must send, and as `toSourceContent`. */
export async function patchSourceContent(patch: Patch<SourceContent>): Promise<SourceContent> {
  return checkFormat(patchContent(defaults, patch));
}

async function checkFormat(content: SourceContent): Promise<SourceContent> {
  if (content.csv === undefined && content.multiline === undefined) return content;
  const { csvIssues, multilineIssues } = await import('./format-issues.ts');
  const issues = [...csvIssues(content), ...multilineIssues(content)];
  const errors = issues.map((issue) => ({ in: 'body', ...issue }));
  if (errors.length === 0) return content;
  const detail = `${errors.length === 1 ? '1 value is' : `${errors.length} values are`} invalid.`;
  throw new ServiceError('invalid_request', detail, { members: { errors } });
}
