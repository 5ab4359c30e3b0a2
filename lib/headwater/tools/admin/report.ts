/** The findings of a verification. The report can be stored as JSON and continued. */

export type FindingKind = 'missing' | 'superfluous' | 'malformed';

interface Finding {
  readonly kind: FindingKind;
  /** The partition key and the sort key, as a JSON list. */
  readonly key: string;
  readonly reason: string;
  readonly isRepaired: boolean;
}

export interface TableReport {
  readonly table: string;
  /** Counts of items by kind: the framework's kinds, and the names that the service gives to its own. */
  readonly items: Record<string, number>;
  /** Counts of items of unknown types, by the beginning of their keys. They stay unchanged. */
  readonly unknown: Record<string, number>;
  readonly found: Record<FindingKind, number>;
  readonly repaired: Record<FindingKind, number>;
  /** The number of documents that newer code has stored. They and their postings stay unchanged. */
  newer: number;
  /** The number of documents that earlier code has stored. */
  outdated: number;
  /** The first findings, in scan order. */
  readonly findings: Finding[];
}

const maxFindings = 1_000;

const kinds = [
  ...['posting', 'holds', 'unique', 'version', 'idempotency', 'accessKey', 'keyCount', 'units', 'setting'],
  ...['unknown', 'malformed'],
];

/** @param types The names of the service's documents and items. */
export function newReport(table: string, types: readonly string[]): TableReport {
  return {
    table,
    items: Object.fromEntries([...types, ...kinds].map((name) => [name, 0])),
    unknown: {},
    found: { missing: 0, superfluous: 0, malformed: 0 },
    repaired: { missing: 0, superfluous: 0, malformed: 0 },
    newer: 0,
    outdated: 0,
    findings: [],
  };
}

export function countItem({ items }: TableReport, name: string): void {
  items[name] = (items[name] ?? 0) + 1;
}

/** Limits for the report, since other software may have written the keys. */
const maxUnknown = { names: 20, length: 40 };

export function countUnknown({ unknown }: TableReport, name: string): void {
  const shown = name.slice(0, maxUnknown.length);
  const isCounted = shown in unknown || Object.keys(unknown).length < maxUnknown.names;
  const counted = isCounted ? shown : 'others';
  unknown[counted] = (unknown[counted] ?? 0) + 1;
}

export function addFinding(report: TableReport, finding: Finding): void {
  report.found[finding.kind]++;
  if (finding.isRepaired) report.repaired[finding.kind]++;
  if (report.findings.length < maxFindings) report.findings.push(finding);
}

export function countItems({ items }: TableReport): number {
  return Object.values(items).reduce((sum, count) => sum + count, 0);
}

/** The number of findings that are not repaired. */
export function countOpen({ found, repaired }: TableReport): number {
  const sum = (counts: TableReport['found']) => counts.missing + counts.superfluous + counts.malformed;
  return sum(found) - sum(repaired);
}
