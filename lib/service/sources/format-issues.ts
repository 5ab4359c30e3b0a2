/** What is wrong with the options of a format, which few sources have: the check of patterns alone is 10 KB. */

import { csvIssues } from './csv-format.ts';
import { multilineIssues } from './multiline-format.ts';

export { csvIssues, multilineIssues };
