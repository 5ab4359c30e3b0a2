/** Reports of a budget: diagnostics for rows near or over a limit, and a table of all rows. */

import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Deployment } from '../deployment.ts';
import { type BudgetRow, levelOf } from './budget.ts';

export function budgetDiagnostics(rows: readonly BudgetRow[], deployment: Deployment): Diagnostic[] {
  const each = rows.flatMap((row) => row.each ?? [row]);
  return each.flatMap((row): Diagnostic[] => {
    const level = levelOf(row);
    if (level === 'within') return [];
    const accepted = `${atMost(row)}; remedy: ${row.remedy}`;
    const code = level === 'over' ? 'E-BUDGET' : 'W-BUDGET';
    return [{ code, ...deployment.locate(row.path), found: usage(row), accepted }];
  });
}

/**
 * The text of the limit. For some rows the build's limit is lower than AWS's, since it cannot count everything that AWS
 * counts.
 */
function atMost(row: BudgetRow): string {
  const { limit, refusedAbove = limit } = row;
  const margin = refusedAbove === limit ? '' : `, as a margin below ${limit.toLocaleString('en-US')}`;
  return `at most ${amount(row, refusedAbove)}${margin}`;
}

function usage(row: BudgetRow): string {
  const which = row.of === undefined ? '' : ` (${row.of})`;
  return `${row.what}${which}: ${amount(row, row.used)}, ${percentage(row)} of the limit of AWS`;
}

function amount({ unit }: BudgetRow, value: number): string {
  return `${value.toLocaleString('en-US')} ${unit}`.trimEnd();
}

function percentage({ used, limit }: BudgetRow): string {
  return `${Math.floor((100 * used) / limit)} %`;
}

/** Returns one line per row, in columns: the quantity, the used share of the limit, and the largest item. */
export function describeBudget(rows: readonly BudgetRow[]): string {
  const cells = rows.map((row) => {
    const level = levelOf(row);
    const used = row.used.toLocaleString('en-US');
    return [
      row.what,
      used,
      amount(row, row.limit),
      percentage(row),
      level === 'within' ? '' : level,
      row.of ?? '',
    ];
  });
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => {
    const [what = '', used = '', limit = '', part = '', level = '', of = ''] = line;
    const left = `${what.padEnd(widths[0] ?? 0)}  ${used.padStart(widths[1] ?? 0)}`;
    const right = `${limit.padEnd(widths[2] ?? 0)}  ${part.padStart(widths[3] ?? 0)}`;
    return `  ${left} of ${right}  ${level.padEnd(widths[4] ?? 0)}  ${of}`.trimEnd();
  });
  return ['Size of the deployment, next to the limits of AWS:', ...lines].join('\n');
}
