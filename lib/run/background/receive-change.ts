import type { DynamoDBRecord } from 'aws-lambda';
import type { Cast, Checked, Step, WithBody } from '../http/steps/step.ts';

/** After `receiveChange`. */
export interface ReceivedChange extends Cast, WithBody {}

/** After `checkRequest`: the body is what the consumer declares. */
export interface CheckedChange extends Checked, WithBody {}

/**
 * Makes the state of one change from its record in the stream of the table: its keys, cast to plain values, stand where
 * a request has its body, so that they are checked alike.
 *
 * @example .use(receiveChange()) // state.body is { pk: 'public/stream/6b…', sk: 'log' }
 */
export function receiveChange(): Step<unknown, ReceivedChange> {
  return {
    before: (request) => {
      // A direct invocation can bring anything: what has no keys has no body, which checkRequest reports.
      const record = request.event as Partial<DynamoDBRecord>;
      request.event = {};
      return { input: {}, issues: [], body: keysIn(record) };
    },
  };
}

/** The keys of a table are texts, numbers or bytes. Bytes stay what they are: no declared type fits them. */
function keysIn({ dynamodb }: Partial<DynamoDBRecord>): Readonly<Record<string, unknown>> | undefined {
  const keys = dynamodb?.Keys;
  if (!keys) return undefined;
  const plain = Object.entries(keys).map(([name, value]) => [
    name,
    value.S ?? (value.N === undefined ? value.B : Number(value.N)),
  ]);
  return Object.fromEntries(plain);
}
