/** Ingest pipelines of Elasticsearch as preprocessors, and back. */

export { exportPipeline } from '../elasticsearch/export-pipeline.ts';
export {
  type ImportedPipeline,
  type ImportNote,
  importPipeline,
  RefusedImport,
} from '../elasticsearch/import-pipeline.ts';
