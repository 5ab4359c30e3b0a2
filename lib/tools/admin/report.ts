/** What a verification has found. It can be stored as JSON and continued. */

export type FindingKind = 'missing' | 'superfluous' | 'malformed';

export interface Finding {
  readonly kind: FindingKind;
  /** Partition and sort key, as a JSON list. */
  readonly key: string;
  readonly reason: string;
  readonly isRepaired: boolean;
}

export interface TableReport {
  readonly table: string;
  /** Items by what they are. */
  readonly items: Record<
    | 'source'
    | 'stream'
    | 'log'
    | 'tombstone'
    | 'sample'
    | 'entry'
    | 'note'
    | 'idempotency'
    | 'accessKey'
    | 'malformed',
    number
  >;
  readonly found: Record<FindingKind, number>;
  readonly repaired: Record<FindingKind, number>;
  /** Entries of writes that may still be under way. */
  underWay: number;
  /** Documents that older code has stored, and how many of them have been stored anew. */
  readonly outdated: { found: number; raised: number };
  /** The first ones, by the order of the scan. */
  readonly findings: Finding[];
}

const maxFindings = 1_000;

export function newReport(table: string): TableReport {
  return {
    table,
    items: {
      source: 0,
      stream: 0,
      log: 0,
      tombstone: 0,
      sample: 0,
      entry: 0,
      note: 0,
      idempotency: 0,
      accessKey: 0,
      malformed: 0,
    },
    found: { missing: 0, superfluous: 0, malformed: 0 },
    repaired: { missing: 0, superfluous: 0, malformed: 0 },
    underWay: 0,
    outdated: { found: 0, raised: 0 },
    findings: [],
  };
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
