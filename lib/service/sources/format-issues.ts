/** What is wrong with the options of a format, which few sources have: the check of patterns alone is 10 KB. */

import { csvIssues } from '../../ingest/records/csv-format.ts';
import { multilineIssues } from '../../ingest/records/multiline-format.ts';

export { csvIssues, multilineIssues };
