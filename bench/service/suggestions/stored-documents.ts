/** From pasted lines to stored documents: the suggested source, a stream, and a push of all records to a service that runs. */

import type { SuggestedSource } from '../../../lib/ingest/suggestions/suggest.ts';
import type { Task } from './task.ts';

export interface StoredCounts {
  readonly stored: number;
  readonly failed: number;
  /** Documents with a time. */
  readonly timed: number;
}

const pieceSize = 500;

/** @param origin Such as `http://localhost:3000`. */
export async function storeDocuments(origin: string, { name, records }: Task): Promise<StoredCounts> {
  const send = async <Body>(path: string, body?: unknown, type = 'application/json') => {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const init =
      body === undefined ? {} : { method: 'POST', headers: { 'content-type': type }, body: content };
    const answer = await fetch(`${origin}/v1/${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const lines = records.map(({ text }) => text);
  const { suggestion } = await send<{ readonly suggestion: SuggestedSource }>(
    'source/suggestion',
    lines.slice(0, 100).join('\n'),
    'text/plain',
  );
  const { format, csv, multiline, preprocessors } = suggestion;
  const source = await send<{ readonly _id: string }>('source', {
    name,
    format,
    csv,
    multiline,
    preprocessors,
  });
  const stream = await send<{ readonly _id: string }>('stream', { source: source._id });
  const counts = { stored: 0, failed: 0, timed: 0 };
  for (let at = 0; at < lines.length; at += pieceSize) {
    const piece = lines.slice(at, at + pieceSize).join('\n');
    const pushed = await send<{ readonly stored: number; readonly failed_count: number }>(
      `stream/${stream._id}/record?items=failed`,
      piece,
      'text/plain',
    );
    counts.stored += pushed.stored;
    counts.failed += pushed.failed_count;
  }
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: {
      readonly hits: readonly { readonly document: Readonly<Record<string, unknown>> }[];
      readonly after?: number;
    } = await send(`stream/${stream._id}/record?size=500&from=${from}`);
    counts.timed += page.hits.filter(({ document }) => '@timestamp' in document).length;
    from = page.hits.length < pieceSize ? undefined : page.after;
  }
  return counts;
}
