/** `npx headwater check`, run as a process. */

import { beforeAll, describe, expect, test } from 'vitest';
import { headwater } from '../../../support/command.ts';
import { largeService } from '../../../support/large-service.ts';
import { petstoreIn } from '../../../support/petstore.ts';
import { makeProject, thing } from '../../../support/project.ts';

let project: string;

beforeAll(async () => {
  project = await makeProject({
    ...petstoreIn('sound'),
    'warned/thing.json': { basePath: '/v1', ...thing(), resourcePath: '/other' },
    'broken/thing.json': { basePath: '/v1', ...thing({ httpMethod: 'FETCH' }) },
    'none/package.json': { name: 'none' },
    'listed/api-docs.json': { apis: [{ path: '/thing' }] },
    'warned/openapi.txt': {
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { get: { repsonses: { 204: { description: 'Done' } } } } },
    },
  });
});

describe('without problems', () => {
  test('it reports what it read', async () => {
    expect(await headwater(project, ['check', 'sound'])).toEqual({
      exitCode: 0,
      output: '4 operations of 3 resources: 0 errors, 0 warnings.\n',
      complaint: '',
    });
  });

  test('--json lists the resources with their files', { tags: ['descriptors'] }, async () => {
    const { exitCode, output } = await headwater(project, ['check', '--json', '--strict', 'sound']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toEqual({
      accepted: true,
      errors: 0,
      warnings: 0,
      resources: [
        { name: 'pet', file: 'sound/v1/1.2-pet.json', operations: 2 },
        { name: 'store', file: 'sound/v1/store', operations: 1 },
        { name: 'user', file: 'sound/v1/user.yaml', operations: 1 },
      ],
      problems: [],
    });
  });
});

describe('warnings', () => {
  const text = `warned/thing.json:3:19 W-RESOURCE-PATH at /resourcePath
  found     "/thing" outside "/other"
  accepted  paths that begin with the resourcePath; they are routed anyway

1 operation of 1 resource: 0 errors, 1 warning.
`;

  test('are listed', async () => {
    expect(await headwater(project, ['check', 'warned'])).toEqual({
      exitCode: 0,
      output: text,
      complaint: '',
    });
  });

  test('exit with code 1 under --strict', async () => {
    expect(await headwater(project, ['check', 'warned', '--strict'])).toMatchObject({
      exitCode: 1,
      output: text,
    });
  });
});

describe('a file', () => {
  test('is checked without the others of its folder', async () => {
    expect(await headwater(project, ['check', 'warned/openapi.txt'])).toEqual({
      exitCode: 2,
      output: `warned/openapi.txt:9:14 W-NICKNAME at /paths/~1books/get
  found     no operationId
  accepted  "getBooks", which is assumed

warned/openapi.txt:10:22 E-KEY at /paths/~1books/get/repsonses
  found     "repsonses", so that nothing reads what it says
  accepted  "responses"

1 operation of 1 resource: 1 error, 1 warning.
`,
      complaint: '',
    });
  });

  test('that lists others is refused: they would be missing', { tags: ['descriptors'] }, async () => {
    expect(await headwater(project, ['check', 'listed/api-docs.json'])).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining(`listed/api-docs.json:1:1 E-FILE
  found     a listing alone
  accepted  the folder with all files of the API`),
    });
  });

  test('of another kind is refused', { tags: ['descriptors'] }, async () => {
    expect(await headwater(project, ['check', 'none/package.json'])).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('none/package.json:1:1 E-FILE'),
    });
  });
});

describe('the budget', () => {
  const serverlessYml = 'service: shop\nprovider: { versionFunctions: false }\n';
  const checkLarge = async (operations: Readonly<Record<string, number>>) => {
    const folder = await makeProject({ ...largeService(operations), 'serverless.yml': serverlessYml });
    return headwater(folder, ['check', 'descriptors']);
  };

  test('says how many stacks a large resource takes', { tags: ['descriptors'] }, async () => {
    const { exitCode, output } = await checkLarge({ orders: 85, parts: 1 });
    expect(exitCode).toBe(0);
    expect(output).toMatchInlineSnapshot(`
      "Size of the deployment, next to the limits of AWS:
        routes of the API              183 of 300                61 %
        integrations of the API         89 of 300                29 %
        resources of a stack           269 of 500                53 %    shop-2-orders-dev
        template of a stack         97,948 of 1,000,000 bytes     9 %    shop-2-orders-dev
        longest name of a function      22 of 64 characters      34 %    shop-dev-orders-read10
        longest policy of a role     2,492 of 10,240 characters  24 %    Role

      Deployed as 4 stacks: one or more per resource, and their parent.

      86 operations of 2 resources: 0 errors, 0 warnings.
      "
    `);
  });

  test('counts the integrations of the API', { tags: ['descriptors'] }, async () => {
    const { exitCode, output } = await checkLarge({ a: 75, b: 75, c: 75, d: 75 });
    expect(exitCode).toBe(2);
    expect(output).toMatch(/E-BUDGET.*\n {2}found {5}integrations of the API: 302/);
    expect(output).toMatch(/W-BUDGET.*\n {2}found {5}routes of the API: \d{3},/);
  });

  test('of a small service is part of --json alone', { tags: ['descriptors'] }, async () => {
    const folder = await makeProject({ ...largeService({ orders: 1 }), 'serverless.yml': serverlessYml });
    const { output } = await headwater(folder, ['check', 'descriptors', '--json']);
    expect(JSON.parse(output)).toMatchObject({
      budget: expect.arrayContaining([expect.objectContaining({ what: 'integrations of the API', used: 4 })]),
      commands: ['npx serverless deploy'],
    });
    const { output: text } = await headwater(folder, ['check', 'descriptors']);
    expect(text).not.toContain('limits of AWS');
  });
});

describe('errors', () => {
  test('exit with code 2, with paths relative to the current folder', async () => {
    expect(await headwater(`${project}/sound`, ['check', '../broken'])).toEqual({
      exitCode: 2,
      output: `../broken/thing.json:9:25 E-METHOD at /apis/0/operations/0/httpMethod
  found     "FETCH"
  accepted  one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS

0 operations of 1 resource: 1 error, 0 warnings.
`,
      complaint: '',
    });
  });

  test('--json lists them unchanged', { tags: ['descriptors'] }, async () => {
    const { exitCode, output } = await headwater(project, ['check', 'broken', '--json']);
    expect(exitCode).toBe(2);
    expect(JSON.parse(output)).toEqual({
      accepted: false,
      errors: 1,
      warnings: 0,
      resources: [{ name: 'thing', file: 'broken/thing.json', operations: 0 }],
      problems: [
        {
          code: 'E-METHOD',
          file: 'broken/thing.json',
          pointer: '/apis/0/operations/0/httpMethod',
          line: 9,
          column: 25,
          found: '"FETCH"',
          accepted: 'one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        },
      ],
    });
  });

  const folders: readonly [folder: string, problem: string][] = [
    ['absent', 'absent:1:1 E-FILE\n  found     no such file or folder'],
    ['absent.yaml', 'absent.yaml:1:1 E-FILE\n  found     no such file or folder'],
    ['none', 'none:1:1 E-FILE\n  found     no descriptor'],
  ];
  test.each(folders)('a folder without descriptors: %s', async (folder, problem) => {
    const { exitCode, output } = await headwater(project, ['check', folder]);
    expect(exitCode).toBe(2);
    expect(output).toContain(problem);
  });

  test.each([
    ['https://api.example.com/v1/openapi.yaml', 'openapi.yaml'],
    ['http://example.com/docs?format=json', 'openapi.json'],
  ])('an address: %s', async (address, name) => {
    const advice = `download it first, such as with curl -L -o ${name} '${address}', and name the file`;
    const refused = {
      exitCode: 1,
      output: '',
      complaint: `${address} is an address, not a path: ${advice}.\n`,
    };
    expect(await headwater(project, ['check', address])).toEqual(refused);
    expect(await headwater(project, ['new', 'shop', '--from', address])).toEqual(refused);
  });
});
