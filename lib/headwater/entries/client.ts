/** The run time of the client that the build generates. */

export {
  type Answer,
  type CallOptions,
  type ClientOptions,
  dataOf,
  type FailedAnswer,
  type HeaderMap,
  hits,
  type ProblemDetails,
  ProblemError,
  pages,
  readThenWrite,
  type SuccessfulAnswer,
  TextContent,
  type ValueError,
} from '../client/answers.ts';
export { makeCalls, type ServiceCalls } from '../client/calls.ts';
