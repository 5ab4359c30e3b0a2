/** What functions log while they run: each line names its request (docs/headwater/problems.md#names-of-a-request). */

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const;
type Written = (...parts: unknown[]) => void;

let running = 0;
let restore: (() => void)[] = [];
const nameless: string[] = [];

/** Parallel calls share the console: those that run at the same time fail together. @throws Error for a line without names. */
export async function withWatchedLog<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running++ === 0) restore = levels.map(watch);
  try {
    const result = await run();
    const [line] = nameless;
    if (line !== undefined)
      throw new Error(`A function logs a line without "requestId" and "traceparent": ${line}`);
    return result;
  } finally {
    if (--running === 0) {
      for (const step of restore) step();
      nameless.length = 0;
    }
  }
}

/** What the test has put there still gets each line. */
function watch(level: (typeof levels)[number]): () => void {
  const write: Written = console[level];
  const watching: Written = (...parts) => {
    if (!namesRequest(parts)) nameless.push(parts.map(String).join(' '));
    write.apply(console, parts);
  };
  console[level] = watching;
  return () => {
    if (console[level] === watching) console[level] = write;
  };
}

function namesRequest([line]: readonly unknown[]): boolean {
  try {
    const { requestId, traceparent } = Object(typeof line === 'string' ? JSON.parse(line) : line);
    return typeof requestId === 'string' && typeof traceparent === 'string';
  } catch {
    return false;
  }
}
