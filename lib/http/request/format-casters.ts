import { formatDescriptions, formats, type StringFormat } from '../../json/formats.ts';
import { absence, type Caster } from './caster.ts';
import type { IssueCode } from './issue.ts';

export const byteCaster = text('byte', 'not_base64');
export const dateCaster = text('date', 'not_a_date');
export const dateTimeCaster = text('date-time', 'not_a_date_time');

/** A text that is checked, and stays a text. */
function text(format: StringFormat, code: IssueCode): Caster {
  return {
    accepted: formatDescriptions[format],
    read: (value) => (formats[format](value) ? value : undefined),
    refusal: (value) => absence(value) ?? code,
  };
}
