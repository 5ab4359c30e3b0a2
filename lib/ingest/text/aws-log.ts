/** Lines of logs of AWS, under the names that AWS gives to their columns. */

import { type DataRecord, writeMember } from '../base/record.ts';

interface AwsLog {
  readonly separator: ' ' | '\t';
  readonly columns: string;
  /** Columns that may be absent from older lines. */
  readonly optional: string;
  /** Columns with numbers. */
  readonly numbers: RegExp;
}

export const awsLogs = {
  alb: {
    separator: ' ',
    columns:
      'type time elb client:port target:port request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol target_group_arn trace_id',
    optional:
      'domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed redirect_url error_reason target:port_list target_status_code_list classification classification_reason conn_trace_id transformed_host transformed_uri request_transform_status',
    numbers: /_processing_time$|_code$|_bytes$|_priority$/,
  },
  vpc_flow: {
    separator: ' ',
    columns:
      'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status',
    optional: '',
    numbers: /^(?:version|srcport|dstport|protocol|packets|bytes|start|end|tcp-flags|traffic-path)$/,
  },
  cloudfront: {
    separator: '\t',
    columns:
      'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken',
    optional:
      'x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end',
    numbers: /-bytes$|^sc-status$|^time-ta|^time-to|^c-port$|-len$|^sc-range/,
  },
} as const satisfies Readonly<Record<string, AwsLog>>;

/** A line that names the columns, or that begins with #, has no data. */
export const headerLine = Symbol('header');

type ReadLine = (line: string) => DataRecord | typeof headerLine | undefined;

/** @param fields In place of the columns of the format; none by default. */
export function compileAwsLog(format: keyof typeof awsLogs, fields: readonly string[]): ReadLine {
  const log: AwsLog = awsLogs[format];
  const isOwn = fields.length > 0;
  const required = isOwn ? fields : log.columns.split(' ');
  const names = isOwn ? fields : `${log.columns} ${log.optional}`.trim().split(' ');
  const columns = names.map((name) => ({ member: memberOf(name), isNumber: log.numbers.test(name) }));
  return (line) => {
    if (line.startsWith('#')) return headerLine;
    const values = log.separator === '\t' ? line.split('\t') : splitQuoted(line);
    // The header of other columns is not data, either, but what follows it cannot be read with these.
    if (values[0] === names[0])
      return values.every((value, index) => value === names[index]) ? headerLine : undefined;
    if (values.length < required.length) return undefined;
    // AWS adds columns at the end of its own formats, and asks readers to ignore those that they do not know.
    if (values.length > columns.length && (isOwn || !hasNumbers(values, columns))) return undefined;
    return documentOf(values, columns);
  };
}

interface Column {
  readonly member: string;
  readonly isNumber: boolean;
}

const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A line of other columns, in an order that its author has chosen, has other values where numbers are expected. */
function hasNumbers(values: readonly string[], columns: readonly Column[]): boolean {
  return columns.every(({ isNumber }, index) => {
    const value = values[index] ?? '-';
    return !isNumber || value === '-' || decimal.test(value);
  });
}

function documentOf(values: readonly string[], columns: readonly Column[]): DataRecord {
  const document: DataRecord = {};
  for (const [index, { member, isNumber }] of columns.entries()) {
    const value = values[index];
    if (value === undefined || value === '-') continue;
    const number = isNumber && decimal.test(value);
    writeMember(document, member, number ? Number(value) : value);
  }
  return document;
}

/** @example memberOf('cs(User-Agent)') // 'cs_user_agent' */
function memberOf(column: string): string {
  return column.toLowerCase().replace(/[-:(]/g, '_').replace(/\)/g, '');
}

/** The parts between blanks; those in quotes may have blanks. */
function splitQuoted(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/"((?:[^"\\]|\\.)*)"(?= |$)|(\S+)/gs),
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
