/** The engine of the service in a worker of the browser: it answers the page, the newest request of a kind first. */

import { catalogue } from '@headwater/ingest/catalogue';
import { repairFormats, suggest, suggestionEngine } from '@headwater/ingest/suggestions';
import { namedPatterns } from '../catalogue/grok-patterns.ts';
import { groupMessages } from './engine/group-messages.ts';
import type { EngineMessage, EngineRequest, RequestKind, Requests } from './engine/protocol.ts';
import { InputReader, readInput } from './engine/read-input.ts';
import { repairStep } from './engine/repair-step.ts';
import { runRecords } from './engine/run-records.ts';
import { traceOne } from './engine/trace-record.ts';
import { writePieces } from './engine/write-pieces.ts';

const reader = new InputReader();
/** The newest request by kind: the answers to older ones are not wanted. */
const newest = new Map<RequestKind, number>();

type Answers = {
  readonly [K in RequestKind]: (request: EngineRequest<K>) => Promise<Requests[K]['answer'] | undefined>;
};

const run = (request: EngineRequest<'run' | 'expected' | 'stored'>) =>
  runRecords(request, {
    reader: request.kind === 'run' ? reader : new InputReader(),
    announce: async (at, until) => {
      send({ id: request.id, at, until });
      await nextTask();
      return newest.get(request.kind) === request.id;
    },
  });

const answers: Answers = {
  run,
  expected: run,
  stored: run,
  trace: ({ input, pipeline, position }) => traceOne(pipeline, reader.read(input).records[position] ?? {}),
  suggest: async ({ input }) => ({
    suggestions: suggest({ text: input.text }, await suggestionEngine(limits)),
  }),
  groups: async ({ input }) => ({ groups: groupMessages(reader.read(input).records) }),
  repair: async ({ input, pipeline, index, positions }) => {
    const { records } = reader.read(input);
    return repairStep({
      steps: pipeline.preprocessors.slice(0, index + 1),
      records: positions.map((position) => records[position] ?? {}),
    });
  },
  formats: async ({ texts }) => ({ formats: repairFormats(texts)?.found ?? [] }),
  pieces: async ({ input }) => ({ pieces: writePieces(readInput(input).records) }),
  catalogue: async () => catalogue(),
  // Each name contains the empty one.
  patterns: () => namedPatterns(''),
};

/** A suggestion runs several pipelines on the whole text. */
const limits = { budgetMs: 5_000, deadlineMs: 10_000 };

const channel = new MessageChannel();
/** Several requests may wait at once. */
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets messages of the page in: a timer would wait for milliseconds. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(undefined);
  });
}

function send(message: EngineMessage): void {
  postMessage(message);
}

async function answer<K extends RequestKind>(request: EngineRequest<K>): Promise<void> {
  const { id, kind } = request;
  newest.set(kind, id);
  const make = answers[kind] as (asked: EngineRequest<K>) => Promise<Requests[K]['answer'] | undefined>;
  try {
    const made = await make(request);
    if (made) send({ id, answer: made });
  } catch (error) {
    send({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => void answer(data));
