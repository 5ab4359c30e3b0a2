import { exportPipeline } from '@headwater/ingest/elasticsearch';
import { writeJson } from 'headwater/json';
import type { PipelineContent } from '../engine/protocol.ts';

/** The body of `PUT _ingest/pipeline/{id}`, below what has no equivalent in Elasticsearch. */
export function writeIngestPipeline(content: PipelineContent, description: string): string {
  const { pipeline, notes } = exportPipeline(content, description);
  const missing = notes.map(({ pointer, processor, reason }) => `# ${pointer} ${processor}: ${reason}`);
  // Without a step, the others make something else of the records.
  const isComplete = notes.every(({ status }) => status === 'changed');
  return [...missing, ...(isComplete ? [writeJson(pipeline, 2)] : [])].join('\n');
}
