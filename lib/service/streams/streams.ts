import { documentsOf } from '../../data/documents.ts';
import { streamType } from './stream-fields.ts';

/** The streams of the table that the settings name, for one invocation. */
export const streams = documentsOf(streamType);
