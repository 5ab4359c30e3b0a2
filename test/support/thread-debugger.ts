/**
 * A debugger of the threads of a process, as VS Code is one: it sets a breakpoint in each thread before the thread runs.
 *
 * chromedevtools.github.io/devtools-protocol/v8/Debugger, and the domain NodeWorker of nodejs/node, src/inspector/node_protocol.pdl
 */

import { once } from 'node:events';
import { cleanUp } from './clean-up.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** From 0. */
interface Place {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Frame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: Place;
}

export interface Pause {
  readonly functionName: string;
  /** The place in the script. */
  readonly place: Place;
  evaluate(expression: string): Promise<unknown>;
  resume(): Promise<unknown>;
  /** Ends the debugger, as if its process were killed. */
  disconnect(): void;
}

/** One end of a protocol session. */
class Session {
  readonly #send: (message: object) => void;
  readonly #replies = new Map<number, (result: unknown) => void>();
  readonly #listeners = new Map<string, (params: unknown) => void>();

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  call(method: string, params: object = {}): Promise<unknown> {
    const id = this.#replies.size + 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#replies.set(id, resolve);
    this.#send({ id, method, params });
    return promise;
  }

  on<Params>(method: string, listener: (params: Params) => void): void {
    this.#listeners.set(method, listener as (params: unknown) => void);
  }

  receive({ id, method = '', params, result }: Message): void {
    if (id === undefined) this.#listeners.get(method)?.(params);
    else this.#replies.get(id)?.(result);
  }
}

/**
 * @param port where the process can be inspected.
 * @param breakpoint in a script whose URL the pattern matches.
 * @returns the next pause of any thread.
 */
export async function debugThreads(
  port: number,
  breakpoint: Place & { readonly urlRegex: string },
): Promise<() => Promise<Pause>> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(String(target?.webSocketDebuggerUrl));
  await once(socket, 'open');
  cleanUp(() => socket.close());
  const main = new Session((message) => socket.send(JSON.stringify(message)));
  socket.addEventListener('message', ({ data }) => main.receive(JSON.parse(data)));

  const pauses: Pause[] = [];
  let wake: () => void = () => undefined;
  const threads = new Map<string, Session>();
  main.on<{ readonly sessionId: string; readonly message: string }>(
    'NodeWorker.receivedMessageFromWorker',
    ({ sessionId, message }) => threads.get(sessionId)?.receive(JSON.parse(message)),
  );
  const attach = async (sessionId: string) => {
    const thread = new Session((message) =>
      main.call('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify(message) }),
    );
    threads.set(sessionId, thread);
    thread.on<{ readonly callFrames: readonly Frame[]; readonly hitBreakpoints: readonly string[] }>(
      'Debugger.paused',
      ({ callFrames: [frame], hitBreakpoints }) => {
        if (!frame || hitBreakpoints.length === 0) return void thread.call('Debugger.resume');
        pauses.push({ ...pauseOf(thread, frame), disconnect: () => socket.close() });
        wake();
      },
    );
    await thread.call('Debugger.enable');
    await thread.call('Debugger.setBreakpointByUrl', breakpoint);
    await thread.call('Runtime.runIfWaitingForDebugger');
  };
  const attached: Promise<void>[] = [];
  main.on<{ readonly sessionId: string }>('NodeWorker.attachedToWorker', ({ sessionId }) => {
    attached.push(attach(sessionId));
  });
  await main.call('NodeWorker.enable', { waitForDebuggerOnStart: true });
  // Threads that run already do not wait for the breakpoint.
  await Promise.all(attached);
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    if (pauses.length === 0) await promise;
    const [first] = pauses.splice(0, 1);
    if (!first) throw new Error('No thread is paused.');
    return first;
  };
}

function pauseOf(thread: Session, { callFrameId, functionName, location }: Frame): Omit<Pause, 'disconnect'> {
  return {
    functionName,
    place: location,
    evaluate: async (expression) => {
      const answer = await thread.call('Debugger.evaluateOnCallFrame', { callFrameId, expression });
      return (answer as { readonly result: { readonly value: unknown } }).result.value;
    },
    resume: () => thread.call('Debugger.resume'),
  };
}
