import { documentsOf } from 'headwater/documents';
import { sourceType } from './source-fields.ts';

/** The sources of the table that the settings name, for one invocation. */
export const sources = documentsOf(sourceType);
