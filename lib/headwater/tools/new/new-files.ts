/** The files of a new project that are its own. */

const listing = (name: string) => ({
  apiVersion: '1.0',
  basePath: '/v1',
  info: { title: name, description: `The service ${name}` },
});

const config = `/** What this project decides besides its descriptors and its code (docs/settings.md). */

import { defineConfig } from 'headwater/config';

export default defineConfig({
  storedTypes: async () => (await import('./lib/service/stored-types.ts')).storedTypes,
});
`;

const storedTypes = `/** What this service stores: \`npx headwater verify\` checks it, and leaves everything else as it is. */

import type { StoredTypes } from 'headwater/config';

export const storedTypes = { documents: [], items: [] } satisfies StoredTypes;
`;

const firstTest = `/** The functions as they are deployed. A test of an operation loads its function by its id, such as bookmark-list. */

import { expect, test } from 'vitest';
import { loadFunction } from '../support/emitted-function.ts';
import { repository } from '../support/repository.ts';

test('the listing of the descriptors is served', async () => {
  const call = await loadFunction(repository, 'api-docs');
  const { status, body } = await call({ url: '/v1/api-docs.json' });
  expect([status, body]).toEqual([200, expect.objectContaining({ swaggerVersion: '1.2' })]);
});
`;

const serverlessYml = (
  name: string,
) => `# The plugin brings table, roles, alarms, dashboard, stages, functions and outputs: docs/stack.md says how each part is changed.
service: ${name}
frameworkVersion: "4"

plugins:
  - headwater/serverless

provider:
  name: aws
  environment:
    # The issuers whose tokens are valid (docs/access.md). Keys of "npx headwater keys" are always valid.
    ACCESS: '{"issuers":[]}'
`;

const readme = (name: string) => `# ${name}

A JSON REST service on AWS Lambda, made with Headwater: descriptors declare the operations, and a build turns each of them into one
Lambda function with its route, validation, types and documentation.

\`\`\`sh
npm ci && npm start   # builds and runs the service, with a database in .data/; needs Node.js 20 or newer
npm ci && npm test    # tests the framework and the service
\`\`\`

While \`npm start\` runs, \`http://localhost:3000/docs\` shows the operations, and this command lists the descriptors:

\`\`\`console
$ curl -s http://localhost:3000/v1/api-docs.json
{"info":{"title":"${name}","description":"The service ${name}"},"apiVersion":"1.0","swaggerVersion":"1.2","apis":[],"basePath":"http://localhost:3000/v1"}
\`\`\`

| part | what it is |
| --- | --- |
| \`descriptors/\` | one file per resource declares its operations and models; \`api-docs.json\` declares what all share |
| handlers | one file per operation, named after its resource and its nickname; the build says which are missing |
| \`lib/service/\` | the rules and the document types that handlers share |
| \`test/service/\` | the tests of what is your own |
| \`lib/headwater/\` | the framework: [its folders](lib/headwater/ARCHITECTURE.md) |
| \`headwater.config.ts\` | [settings](docs/settings.md), and what the commands know of your own code |
| \`serverless.yml\` | the deployment: [what the plugin brings](docs/stack.md), and what is your own |

- [Add a resource](CONTRIBUTING.md#add-a-resource), or follow [the tutorial](docs/tutorial.md#2-a-descriptor).
- [Import](docs/import.md) an API that has Swagger 1.x files, or [OpenAPI documents](docs/openapi-descriptors.md).
- [Deploy](docs/deploying.md) and [operate](docs/operations.md) the service.
- [All documents](docs/README.md). Their examples call resources of the service that Headwater itself carries, or the \`/v1/bookmark\` of the tutorial.
`;

/** Paths below the project, and their texts. */
export function newFiles(name: string): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', readme(name)],
    ['serverless.yml', serverlessYml(name)],
    ['descriptors/api-docs.json', `${JSON.stringify(listing(name), null, 2)}\n`],
    ['headwater.config.ts', config],
    ['lib/service/stored-types.ts', storedTypes],
    ['test/service/listing.test.ts', firstTest],
  ]);
}
