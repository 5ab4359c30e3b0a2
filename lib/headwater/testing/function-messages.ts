/** What a service under test and the thread of its functions send each other. */

import type { MessagePort } from 'node:worker_threads';

export type LogLevel = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';

/** A line of the log: its members if it is JSON, as the framework writes it, and otherwise a `message`. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message?: unknown;
  readonly [member: string]: unknown;
}

export interface ThreadStart {
  /** The folder of what the build emits. */
  readonly generated: string;
  readonly time: SharedArrayBuffer;
  /** Connections to this host are message ports. */
  readonly databaseHost: string;
  readonly jwksUri: string;
  readonly jwks: string;
  /** Whether the test answers what functions fetch. */
  readonly answersFetch: boolean;
  /** The time that a call has. */
  readonly timeoutMs: number;
}

/** A request that a function sends. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: ArrayBuffer;
  /** Whether the function follows redirects; the test may assert it. */
  readonly redirect: Request['redirect'];
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ArrayBuffer;
}

export interface FunctionCall {
  readonly functionId: string;
  readonly event: object;
}

export type ToThread =
  | ({ readonly kind: 'call'; readonly id: number } & FunctionCall)
  | {
      readonly kind: 'response';
      readonly id: number;
      /** Undefined if the test has thrown. */
      readonly response?: ReceivedResponse;
      readonly failure?: string;
    };

export type FromThread =
  | { readonly kind: 'log'; readonly line: LogLine }
  | { readonly kind: 'connection'; readonly port: MessagePort }
  | { readonly kind: 'fetch'; readonly id: number; readonly request: SentRequest }
  /** The call has an instance, and its time begins. */
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'value'; readonly id: number; readonly payload: string }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: string };
