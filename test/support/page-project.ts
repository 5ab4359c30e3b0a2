/** The project of a page of the documentation that shows a whole service. */

import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from './clean-up.ts';
import { filesIn } from './documentation.ts';
import { writeFiles } from './project.ts';
import { repository } from './repository.ts';

/** In what the page does not show: the files of every project. */
const common = {
  'package.json': {
    name: 'shop',
    type: 'module',
    private: true,
    imports: { '#generated/*': './.generated/*', '#handlers/*': './handlers/*', '#lib/*': './lib/*' },
  },
  'serverless.yml': `service: shop
frameworkVersion: "4"
plugins: [headwater/serverless]
provider: { name: aws, environment: { ACCESS: '{"issuers":[]}' } }
`,
  'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
};

/** @param page such as `docs/headwater/secrets.md`. @returns the folder, with the files of the page. */
export async function makePageProject(page: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-page-'));
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(repository, 'docs/examples/shop/tsconfig.json'), join(folder, 'tsconfig.json'));
  const shown = [...filesIn(await readFile(join(repository, page), 'utf8'))];
  const files = Object.fromEntries(shown.filter(([path]) => /[./]/.test(path)));
  await writeFiles(folder, { ...common, ...files });
  return folder;
}
