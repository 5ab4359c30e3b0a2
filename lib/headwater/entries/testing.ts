/** Tests of a service: its functions in this process, with a table, a clock, callers and a log of their own. */

export type { SignedInCaller, TestCaller } from '../testing/callers.ts';
export type { LogLevel, LogLine } from '../testing/function-messages.ts';
export { streamEvent } from '../testing/stream-event.ts';
export type { EmulatorSettings } from '../testing/test-aws.ts';
export {
  type KeyOptions,
  type ServiceTable,
  type TestClock,
  type TestService,
  type TestServiceOptions,
  testService,
  type UserOptions,
} from '../testing/test-service.ts';
export type { Duration } from '../testing/virtual-time.ts';
