import type { CatalogueOptionEntry } from '../engine/protocol.ts';

/** What an option has when it is added without a default. */
export const emptyValues: Readonly<Record<CatalogueOptionEntry['type'], unknown>> = {
  string: '',
  path: '',
  boolean: true,
  integer: 1,
  paths: [],
  strings: [],
  object: {},
  objects: [],
  any: '',
  step: { type: 'set' },
  steps: [{ type: 'set', field: 'error.message', value: '{{_ingest.on_failure_message}}' }],
};
