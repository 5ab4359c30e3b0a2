import type { DynamoDBRecord } from 'aws-lambda';
import type { Cast, Checked, Step, WithBody } from '../http/steps/step.ts';

/** The state after `receiveChange`. */
export interface ReceivedChange extends Cast, WithBody {}

/** The state after `checkRequest`: the body has the type that the consumer declares. */
export interface CheckedChange extends Checked, WithBody {}

/**
 * Makes the state of one change from its record in the table's stream. Its keys, as plain values, take the place of a
 * request's body, so that the same checks apply.
 *
 * @example .use(receiveChange()) // state.body is { pk: 'public/stream/6b…', sk: 'log' }
 */
export function receiveChange(): Step<unknown, ReceivedChange> {
  return {
    before: (request) => {
      // A direct invocation may contain anything. Without keys the body is absent, which checkRequest reports.
      const record = request.event as Partial<DynamoDBRecord>;
      request.event = {};
      return { input: {}, issues: [], body: keysIn(record) };
    },
  };
}

/** Reads the keys of a table: texts, numbers or bytes. Bytes stay unchanged, and no declared type accepts them. */
function keysIn({ dynamodb }: Partial<DynamoDBRecord>): Readonly<Record<string, unknown>> | undefined {
  const keys = dynamodb?.Keys;
  if (!keys) return undefined;
  const plain = Object.entries(keys).map(([name, value]) => [
    name,
    value.S ?? (value.N === undefined ? value.B : Number(value.N)),
  ]);
  return Object.fromEntries(plain);
}
