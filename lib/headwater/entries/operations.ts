/** For commands of operators. */

import '../shared/rights/no-gets.ts';
import '../shared/rights/no-updates.ts';

export { openTable } from '../tools/cli/open-table.ts';
