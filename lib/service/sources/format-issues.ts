/** What is wrong with the options of a format, which few sources have: the check of patterns alone is 10 KB. */

import { csvIssues, multilineIssues } from '@headwater/ingest/records';

export { csvIssues, multilineIssues };
