/**
 * Reports what modules declare, with the types that these declarations use: `node test/support/api-reports.ts FOLDER MODULE…`. It is a
 * program of its own, since its compiler is too large for the loader of the tests.
 *
 * FOLDER has the declarations of each MODULE, and gets `reports/`.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const [folder = '', ...modules] = process.argv.slice(2);
const compilerOptions = {
  module: 'nodenext',
  target: 'esnext',
  lib: ['esnext'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};
const silent = { default: { logLevel: ExtractorLogLevel.None } };
const reportFolder = join(folder, 'reports');

mkdirSync(reportFolder, { recursive: true });

for (const module of modules) {
  const file = join(folder, `${module}.d.ts`);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      newlineKind: 'lf',
      mainEntryPointFilePath: file,
      compiler: { overrideTsconfig: { compilerOptions, files: [file] } },
      apiReport: {
        enabled: true,
        reportFileName: module.replaceAll('/', '-'),
        reportFolder,
        reportTempFolder: join(folder, 'temporary'),
        includeForgottenExports: true,
      },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
}
