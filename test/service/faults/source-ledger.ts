/** Client-side record of sources: acknowledged writes, and writes without a response. */

import { expect } from 'vitest';
import type { SourceContent, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { Answer } from '../../support/emitted-function.ts';
import type { ClientRequest } from '../../support/event.ts';

export interface Change {
  readonly nickname: string;
  readonly request: ClientRequest;
  /** @returns whether the change was acknowledged. */
  end(answer: Answer): boolean;
}

/** The expected state of a source; without `content` it is removed. */
interface Known {
  readonly record: SourceRecord;
  readonly unanswered?: { readonly content: SourceContent | undefined };
}

const headers = { 'content-type': 'application/json' };
/** Approximate upper bound of live sources. */
const maxSources = 40;

export class SourceLedger {
  static readonly tags = ['red', 'green', 'blue'];
  /** Changes without a response: how many were made, and how many were not. */
  readonly unanswered = { done: 0, undone: 0 };
  readonly #known = new Map<string, Known>();
  /** Unanswered creations by unique name. */
  readonly #creations = new Map<string, SourceContent>();
  readonly #random: () => number;
  #changes = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Starts a change of a source that no other client is writing. */
  begin(): Change {
    const idle = [...this.#known.values()].filter(({ unanswered }) => !unanswered);
    const known = idle[Math.floor(this.#random() * idle.length)];
    const kind = this.#random();
    if (!known || (kind < 0.4 && idle.length < maxSources)) return this.#create();
    return kind < 0.8 ? this.#update(known) : this.#remove(known);
  }

  #content(): SourceContent {
    const tags = SourceLedger.tags.filter(() => this.#random() < 0.5);
    return { name: `change ${++this.#changes}`, tags, format: 'json', preprocessors: [] };
  }

  #create(): Change {
    const content = this.#content();
    this.#creations.set(content.name ?? '', content);
    const request = { method: 'POST', url: '/v1/source', headers, body: JSON.stringify(content) };
    const end = this.#end(201, ({ body }) => {
      this.#creations.delete(content.name ?? '');
      const record = body as SourceRecord;
      this.#known.set(record._id, { record });
    });
    return { nickname: 'create', request, end };
  }

  #update({ record }: Known): Change {
    const content = this.#content();
    this.#known.set(record._id, { record, unanswered: { content } });
    const request = { ...on(record), method: 'PUT', headers, body: JSON.stringify(content) };
    const end = this.#end(200, ({ body }) => {
      this.#known.set(record._id, { record: body as SourceRecord });
    });
    return { nickname: 'update', request, end };
  }

  #remove({ record }: Known): Change {
    this.#known.set(record._id, { record, unanswered: { content: undefined } });
    const end = this.#end(204, () => this.#known.delete(record._id));
    return { nickname: 'remove', request: { ...on(record), method: 'DELETE' }, end };
  }

  #end(success: number, acknowledge: (answer: Answer) => void): Change['end'] {
    return (answer) => {
      // A timeout of a busy machine counts as no response.
      if (answer.status === 503 || answer.status === 504) return false;
      expect(answer).toMatchObject({ status: success });
      acknowledge(answer);
      return true;
    };
  }

  /** Compares the record with the stored sources, and continues from them. */
  expectAgrees(stored: readonly SourceRecord[]): void {
    const found = new Map(stored.map((record) => [record._id, record]));
    for (const [id, known] of this.#known) this.#expectIsKnown(known, found.get(id));
    for (const record of stored.filter(({ _id }) => !this.#known.has(_id))) {
      expect(record).toMatchObject({ revision: 1, ...this.#creations.get(record.name ?? '') });
      // Fails for a creation that is stored twice.
      expect(this.#creations.delete(record.name ?? '')).toBe(true);
      this.unanswered.done++;
    }
    this.unanswered.undone += this.#creations.size;
    this.#creations.clear();
    this.#known.clear();
    for (const record of stored) this.#known.set(record._id, { record });
  }

  #expectIsKnown({ record, unanswered }: Known, found: SourceRecord | undefined): void {
    if (!unanswered || found?.revision === record.revision) {
      expect(found).toEqual(record);
      if (unanswered) this.unanswered.undone++;
      return;
    }
    const { content } = unanswered;
    const { _id, created, revision } = record;
    if (content) expect(found).toMatchObject({ ...content, _id, created, revision: revision + 1 });
    else expect(found).toBeUndefined();
    this.unanswered.done++;
  }
}

function on({ _id: id }: SourceRecord): ClientRequest {
  return { url: `/v1/source/${id}`, pathParameters: { id } };
}
