/**
 * Scores suggestions on logs whose columns are known: 100 lines are shown, and 1,900 held out decide. A score is 0.15 of the
 * share of records that parse, 0.5 of the fields, 0.15 of the names, 0.1 of the types and 0.1 of the evenness.
 *
 *   npx node bench/service/suggestions.ts [--details] [first seed, 1] [count, 40]
 *
 * With a folder of public logs, such as Loghub has, it scores those alone. With a service that runs, it also pushes their lines
 * with the suggested source, and counts what is stored:
 *
 *   npx node bench/service/suggestions.ts --logs FOLDER [--service http://localhost:3000]
 */

import { parseArgs } from 'node:util';
import { folderTasks } from './suggestions/folder-logs.ts';
import { layoutTask } from './suggestions/layouts.ts';
import { publicTasks } from './suggestions/public-formats.ts';
import { type Score, scoreTask } from './suggestions/score.ts';
import { storeDocuments } from './suggestions/stored-documents.ts';
import type { Task } from './suggestions/task.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    details: { type: 'boolean' },
    logs: { type: 'string' },
    service: { type: 'string' },
  },
});
const { details: isDetailed, logs, service } = values;
const [first = 1, count = 40] = positionals.map(Number);

function row({ name, total, parsed, fields, names, types, evenness, took, missed }: Score): string {
  const parts = [total, parsed, fields, names, types, evenness].map((part) => part.toFixed(2).padStart(6));
  return `${name.padEnd(30)}${parts.join('')}${took.toFixed(1).padStart(8)}  ${missed.join(' ')}`;
}

function report(title: string, scores: readonly Score[]): void {
  console.log(
    `\n${title.padEnd(30)}${['score', 'parse', 'fields', 'names', 'types', 'even'].map((part) => part.padStart(6)).join('')}      ms  missed`,
  );
  for (const score of scores) {
    console.log(row(score));
    if (isDetailed && score.total < 0.93) console.log(JSON.stringify(score.source));
  }
  const mean = scores.reduce((sum, { total }) => sum + total, 0) / scores.length;
  const times = scores.map(({ took }) => took).toSorted((a, b) => a - b);
  console.log(
    `mean ${mean.toFixed(3)}, median time ${times[times.length >> 1]?.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms`,
  );
}

if (logs === undefined) {
  report('known formats', publicTasks().map(scoreTask));
  report(
    'layouts',
    Array.from({ length: count }, (_, index) => scoreTask(layoutTask(first + index))),
  );
} else await reportLogs(folderTasks(logs));

async function reportLogs(tasks: readonly Task[]): Promise<void> {
  report('public logs', tasks.map(scoreTask));
  if (service === undefined) return;
  console.log(`\n${'stored from a push'.padEnd(30)}  lines stored failed with a time`);
  for (const task of tasks) {
    const { stored, failed, timed } = await storeDocuments(service, task);
    const counts = [task.records.length, stored, failed, timed];
    console.log(`${task.name.padEnd(30)}${counts.map((one) => String(one).padStart(7)).join('')}`);
  }
}
