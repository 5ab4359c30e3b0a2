/** The index template of a sink in the engine, which a person may change or replace. */

import { createHash } from 'node:crypto';
import { isObject, itemsOf, membersOf } from 'headwater/json';
import { checkAnswer, type Engine, EngineRefusal } from 'headwater/search-engine';
import type { SinkTemplate } from '../leases/sink-items.ts';

interface TemplateInput {
  /** The name of the index, and of its template. */
  readonly index: string;
  /** The id of the source. */
  readonly source: string;
  readonly template: object;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Puts the template unless the engine has it. One that the service has not put, that somebody has changed since, or that
 * belongs to another source is kept.
 *
 * @throws ServiceError unavailable, timeout.
 */
export async function putTemplate(engine: Engine, input: TemplateInput): Promise<SinkTemplate> {
  try {
    return await put(engine, input);
  } catch (error) {
    // Documents are delivered nevertheless, and the engine maps their fields by their first values.
    if (error instanceof EngineRefusal) return { state: 'refused', message: error.message };
    throw error;
  }
}

async function put(engine: Engine, { index, source, template }: TemplateInput): Promise<SinkTemplate> {
  const path = ['_index_template', index];
  const digest = digestOf(template);
  const found = await engine({ method: 'GET', path });
  if (found.status !== 404) checkAnswer(found);
  const stored = found.status === 404 ? undefined : templateIn(found.body);
  if (stored) {
    const headwater = membersOf(membersOf(stored['_meta'])['headwater']);
    const reason = whyKept(source, headwater, digestOf(stored));
    if (reason !== undefined)
      return {
        state: 'kept',
        message: `The engine has an index template ${index} that ${reason}: it stays.`,
      };
    if (headwater['digest'] === digest) return { state: 'put' };
  }
  const body = { ...template, _meta: { headwater: { source, digest } } };
  checkAnswer(
    await engine({
      method: 'PUT',
      path,
      // One that somebody else has put meanwhile stays, too.
      query: stored ? {} : { create: 'true' },
      body: Buffer.from(JSON.stringify(body)),
      contentType: 'application/json',
    }),
  );
  return { state: 'put' };
}

function templateIn(body: unknown): Json | undefined {
  const [first] = itemsOf(membersOf(body)['index_templates']);
  const { index_template: template } = membersOf(first);
  return isObject(template) ? template : undefined;
}

function whyKept(source: string, { source: owner, digest }: Json, found: string): string | undefined {
  if (owner === undefined) return 'the service has not put';
  if (owner !== source) return `fits the source ${String(owner)}`;
  return digest === found ? undefined : 'somebody has changed';
}

/** The order of members makes no difference. */
function digestOf(template: object): string {
  const {
    index_patterns: patterns,
    priority,
    template: content,
    composed_of: parts = [],
  } = membersOf(template);
  const text = JSON.stringify(sorted({ patterns, priority, content, parts }));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  // A list, since `__proto__` is a name like others.
  return names.map((name) => [name, sorted(value[name])]);
}
