/** The files of the reference page: Swagger UI, bundled with the service, since the page loads nothing from elsewhere. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { referenceFolder } from '../../../shared/plan/reference-files.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import { documentInfo } from '../openapi/document.ts';

const compress = promisify(gzip);
const require = createRequire(import.meta.url);

type CompressedFile = readonly [path: string, content: Uint8Array];

/** Files that are the same for every service: the first build of a process compresses them. */
let common: Promise<readonly CompressedFile[]> | undefined;

/**
 * The files of the page, below the folder of generated files. Text is compressed, as it is sent.
 *
 * @returns nothing for a service without the page.
 */
export async function referenceFiles(
  service: ServicePlan,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  if (!service.functions.some(({ kind }) => kind === 'reference')) return new Map();
  common ??= Promise.all(copiedPaths.map(async (path) => compressed(basename(path), await readFile(path))));
  return new Map([...(await common), await compressed('index.html', referencePage(service))]);
}

/** The files that are copied as they are. */
export const copiedPaths = [
  require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  require.resolve('swagger-ui-dist/swagger-ui.css'),
  join(import.meta.dirname, 'page.js'),
  join(import.meta.dirname, 'page.css'),
];

async function compressed(name: string, content: string | Buffer): Promise<CompressedFile> {
  return [`${referenceFolder}/${name}.gz`, await compress(content)];
}

/** Its references are relative: stage and base path mapping of an address stay as they are. */
function referencePage(service: ServicePlan): string {
  const title = escaped(String(documentInfo(service)['title']));
  return `<!doctype html>
<html lang="en" data-document="${escaped(`${service.basePath}/openapi.json`.slice(1))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API reference</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
${pageLinks(service)}<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/page.js"></script>
</body>
</html>
`;
}

/** The script shows those that are on. */
function pageLinks({ pages }: ServicePlan): string {
  if (pages.length === 0) return '';
  const links = pages.map(({ name, summary }) => `<a href="${name}" hidden>${escaped(summary)}</a>`);
  return `<nav class="pages" aria-label="Pages">${links.join('\n')}</nav>\n`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
