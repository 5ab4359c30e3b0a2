/** What this service gives to the framework. */

import { commandEntry, searchEngineUrl } from 'headwater/command-line';
import type { Service } from 'headwater/config';
import {
  exportCommand,
  importCommand,
  previewCommand,
  suggestCommand,
  workCommand,
} from './commands/service-commands.ts';

export const service = {
  commands: [
    commandEntry(previewCommand, async () => (await import('./commands/preview.ts')).preview),
    commandEntry(suggestCommand, async () => (await import('./commands/suggest.ts')).suggestSource),
    commandEntry(
      importCommand,
      async () => (await import('./commands/pipeline-commands.ts')).importPipelineFile,
    ),
    commandEntry(
      exportCommand,
      async () => (await import('./commands/pipeline-commands.ts')).exportPipelineFile,
    ),
    commandEntry(workCommand, async () => (await import('./commands/work.ts')).work),
  ],
  startOptions: {
    search: {
      placeholder: 'URL',
      description: 'the search engine in which streams may have a sink, such as http://localhost:9200',
      type: searchEngineUrl,
      variable: 'SEARCH_ENDPOINT',
      flag: 'SINKS',
    },
  },
  loadStoredTypes: async () => (await import('./stored-types.ts')).storedTypes,
  smokeDocument: {
    path: '/v1/source',
    body: { name: 'smoke test', tags: ['smoke-test'] },
  },
  settings: {
    'serverless.yml': [
      'KINESIS_STREAM',
      'flags',
      'indexedWalk',
      'layers',
      'ReplaysAlarm',
      'SinkAlarm',
      'Conditions',
    ],
    'lib/headwater/deploy/stages/default.yml': ['kinesisStream', 'geoipLayer'],
    'lib/headwater/deploy/stages/dev.yml': ['pages'],
  },
} satisfies Service;
