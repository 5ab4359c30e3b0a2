/** What this service decides besides its descriptors and its code (docs/headwater/settings.md). */

import { commandEntry, searchEngineUrl } from 'headwater/command-line';
import { defineConfig } from 'headwater/config';
import {
  exportCommand,
  importCommand,
  previewCommand,
  suggestCommand,
  workCommand,
} from './lib/service/commands/service-commands.ts';

export default defineConfig({
  storedTypes: async () => (await import('./lib/service/stored-types.ts')).storedTypes,
  commands: [
    commandEntry(previewCommand, async () => (await import('./lib/service/commands/preview.ts')).preview),
    commandEntry(
      suggestCommand,
      async () => (await import('./lib/service/commands/suggest.ts')).suggestSource,
    ),
    commandEntry(
      importCommand,
      async () => (await import('./lib/service/commands/pipeline-commands.ts')).importPipelineFile,
    ),
    commandEntry(
      exportCommand,
      async () => (await import('./lib/service/commands/pipeline-commands.ts')).exportPipelineFile,
    ),
    commandEntry(workCommand, async () => (await import('./lib/service/commands/work.ts')).work),
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
  pages: {
    workbench: { summary: 'The workbench: logs in, documents out', folder: 'lib/service/workbench' },
  },
  smokeDocument: { path: '/v1/source', body: { name: 'smoke test', tags: ['smoke-test'] } },
  stages: {
    default: {
      params: {
        // The ARN of a data stream of Kinesis to which the documents of all streams are forwarded (docs/service/streams.md).
        kinesisStream: '',
        // The ARN of a version of a layer of Lambda with the databases of geoip (docs/service/geoip.md).
        geoipLayer: '',
        // Whether the alerts of streams have alarms, 0.30 dollars a month (docs/service/operations.md): any text.
        streamAlarms: '',
      },
    },
    dev: { pages: ['workbench'] },
  },
});
