/**
 * A process with one function: reports its cold start, then a batch of calls for each message. It is JavaScript, since
 * Node.js loads a stripper of types before a file of TypeScript, and Lambda loads none.
 */

const [, , path, first] = process.argv;
/** Functions read no other members. */
const context = {
  awsRequestId: '6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d',
  getRemainingTimeInMillis: () => 10_000,
};
const event = JSON.parse(first);
const start = performance.now();
const { handler } = await import(path);
const imported = performance.now();
const { statusCode } = await handler(event, context);
const answered = performance.now();
process.send({
  importMs: imported - start,
  firstMs: answered - imported,
  heapBytes: process.memoryUsage().heapUsed,
  statusCode,
});

process.on('message', async ({ event: text, calls }) => {
  // The gateway's event is a new object each time.
  const events = Array.from({ length: calls }, () => JSON.parse(text));
  let status = 0;
  const before = process.cpuUsage();
  for (const each of events) status = (await handler(each, context)).statusCode;
  const { user, system } = process.cpuUsage(before);
  process.send({ cpuUs: (user + system) / calls, statusCode: status });
});
