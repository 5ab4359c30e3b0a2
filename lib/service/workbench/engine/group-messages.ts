/** The messages of the records, in groups of what they have in common. */

import { type ReadRecord, sentOf } from '@headwater/ingest/records';
import { messagePatterns } from '@headwater/ingest/suggestions';
import { isObject, writeJson } from 'headwater/json';
import type { PatternGroup } from './protocol.ts';

/** Members that have the line of a log. */
const messageNames = ['message', 'msg', 'log', 'line', 'text', 'raw'];

export function groupMessages(records: readonly ReadRecord[]): readonly PatternGroup[] {
  const messages = records.map(messageOf);
  return messagePatterns(messages).map(({ pattern, members: positions }) => ({ pattern, positions }));
}

/** A record without such a member is the text of all its members. */
function messageOf(record: ReadRecord): string {
  const { raw } = sentOf(record);
  if (!isObject(raw)) return String(raw);
  const name = messageNames.find((one) => typeof raw[one] === 'string');
  return name === undefined ? writeJson(raw) : String(raw[name]);
}
