/**
 * `npm run dev` serves each saved change, over a real `serverless offline` process.
 *
 * @module-tag local
 */

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { curl, examplesIn, filesIn } from '../../support/documentation.ts';
import { freePort, until, writeSettings } from '../../support/local-process.ts';
import { copySmallProject, runLocal, startLocal } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';

describe('npm run dev', () => {
  const handlerPath = 'handlers/greeting/read.ts';

  test('serves a new resource, new code and new routes; a broken build leaves the last good version in service', async () => {
    const own = await copySmallProject();
    const service = await startLocal(own, ['--watch']);
    const text = async (path: string) => (await service.fetch(path)).text();
    expect((await service.fetch('/v1/greeting/Ada')).status).toBe(404);

    // A new resource needs only one descriptor and one handler per operation.
    const page = await readFile(join(repository, 'docs/headwater/resources.md'), 'utf8');
    const files = new Map([...filesIn(page)].filter(([path]) => path.includes('greeting')));
    expect([...files.keys()]).toEqual(['descriptors/greeting.json', handlerPath]);
    for (const [path, content] of files) {
      await mkdir(dirname(join(own, path)), { recursive: true });
      await writeFile(join(own, path), content);
    }
    await until(async () => (await service.fetch('/v1/greeting/Ada')).ok, service.output);
    const examples = examplesIn(page);
    expect(examples).toHaveLength(2);
    for (const { command, shown } of examples) expect(await curl(service, command)).toBe(shown);
    expect(await text('/v1/api-docs.json')).toContain('/api-docs.json/greeting');
    expect((await service.fetch('/v1/thing')).status).toBe(200);

    const handler = files.get(handlerPath) ?? '';
    await writeFile(join(own, handlerPath), handler.replace('Hello ', 'Bye '));
    await until(async () => (await text('/v1/greeting/Ada')) === '{"text":"Bye Ada"}', service.output);

    // A save just after the one before, as by an editor that formats what it has saved.
    const descriptorPath = join(own, 'descriptors/greeting.json');
    const descriptor = files.get('descriptors/greeting.json') ?? '';
    for (const wait of [36, 40, 44, 48]) {
      await writeFile(descriptorPath, '{');
      await sleep(wait);
      const summary = `Saved after ${wait} ms`;
      await writeFile(descriptorPath, descriptor.replace(/"summary": "[^"]+"/, `"summary": "${summary}"`));
      await until(async () => (await text('/v1/api-docs.json/greeting')).includes(summary), service.output);
    }
    await writeFile(descriptorPath, descriptor);

    // A type error is reported, and the code is served.
    const typeErrors = async () => (await service.fetch('/v1/thing')).headers.get('x-type-errors');
    await writeFile(join(own, handlerPath), 'export const handle = (): number => 1;\n');
    await until(async () => (await text('/v1/greeting/Ada')) === '1', service.output);
    await until(
      async () => /^1: handlers\/greeting\/read\.ts:1:1 /.test((await typeErrors()) ?? ''),
      service.output,
    );
    expect(service.output()).toContain('handlers/greeting/read.ts:1:1 E-HANDLER');
    expect(service.output()).toContain('1 type error; the code is in service nevertheless.');

    await writeFile(join(own, handlerPath), "import './absent.ts';\n");
    const refusal =
      /^handlers\/greeting\/read\.ts:1:8 E-BUNDLE\n.*\n.*\n\n1 error; the last good version stays in service\.$/m;
    await until(() => refusal.test(service.output()), service.output);
    expect(await text('/v1/greeting/Ada')).toBe('1');

    await writeFile(join(own, handlerPath), handler.replace('Hello ', 'Bye '));
    await until(async () => (await text('/v1/greeting/Ada')) === '{"text":"Bye Ada"}', service.output);
    await until(async () => (await typeErrors()) === null, service.output);
    expect(service.output()).toContain('No type errors.');

    // An unused variable is a type error of this project, too, and a handler may disappear.
    await rm(join(own, handlerPath));
    await until(() => service.output().includes('E-HANDLER\n  found     no such file'), service.output);
    expect(await text('/v1/greeting/Ada')).toBe('{"text":"Bye Ada"}');
    await writeFile(join(own, handlerPath), `const unused = 1;\n${handler}`);
    await until(async () => (await text('/v1/greeting/Ada')) === '{"text":"Hello Ada"}', service.output);
    await until(async () => (await typeErrors())?.includes('TS6133') === true, service.output);
    await writeFile(join(own, handlerPath), handler);
    await until(async () => (await typeErrors()) === null, service.output);

    // As a checkout of another branch and back may do.
    const [folder, aside] = [join(own, 'descriptors'), join(own, 'aside')];
    await cp(folder, aside, { recursive: true });
    await rm(folder, { recursive: true });
    await until(() => service.output().includes('no readable folder'), service.output);
    await cp(aside, folder, { recursive: true });
    await rm(join(own, 'descriptors/greeting.json'));
    await until(async () => (await service.fetch('/v1/greeting/Ada')).status === 404, service.output);

    const maxAge = async () => {
      const headers = { origin: 'https://a.example', 'access-control-request-method': 'PUT' };
      const preflight = await service.fetch('/v1/thing', { method: 'OPTIONS', headers });
      return preflight.headers.get('access-control-max-age');
    };
    await writeSettings(own, { cors: { origins: ['https://a.example'], maxAge: 123 } });
    await until(async () => (await maxAge()) === '123', service.output);
    const isRead =
      /^Read headwater\.config\.ts, and started anew with 1 operation of 1 resource in \d+ ms\.$/m;
    await until(() => isRead.test(service.output()), service.output);

    // Mistakes in settings leave the earlier ones in service.
    const yaml = await readFile(join(own, 'serverless.yml'), 'utf8');
    await writeFile(join(own, 'serverless.yml'), `${yaml}\n  a: [`);
    await until(() => /^serverless\.yml:\d+:\d+ E-BUDGET/m.test(service.output()), service.output);
    await writeFile(
      join(own, 'serverless.yml'),
      yaml.replace('  name: aws', '  name: aws\n  absent: ${env:ABSENT}'),
    );
    await until(
      () => service.output().includes('serverless.yml: the settings of before stay in service'),
      service.output,
    );
    expect(service.output()).toMatch(/Cannot resolve variable at "provider.absent"/);
    expect(await maxAge()).toBe('123');
    await writeFile(join(own, 'serverless.yml'), yaml);
    await until(() => service.output().includes('Read serverless.yml, and started anew'), service.output);
    expect(await maxAge()).toBe('123');
    service.child.kill('SIGINT');
    expect(await service.exited).toBe(0);
  });

  test('waits for the save that mends a config or a build, and takes saves while it starts', async () => {
    const own = await copySmallProject();
    const config = join(own, 'headwater.config.ts');
    const handlerOfThing = join(own, 'handlers/thing/read.ts');
    const settings = await readFile(config, 'utf8');
    await writeFile(config, 'export default { strict: 1 };\n');
    await rm(handlerOfThing);
    const port = await freePort();
    const run = runLocal(own, ['--port', String(port), '--watch']);
    const shows = (text: string) => until(() => run.output().includes(text), run.output);
    const waits = 'waiting for the next save in descriptors/, handlers/, lib/ and the settings …';
    await shows('headwater.config.ts:1:18 E-SETTING at /strict');
    await shows(waits);
    await writeFile(config, 'export default {');
    await shows('a module that Node.js can load');
    await writeFile(config, settings);
    await shows(`1 error; ${waits}`);
    expect(run.output()).toContain('handlers/thing/read.ts:1:1 E-HANDLER\n  found     no such file');

    await writeFile(handlerOfThing, "export const handle = () => 'first';");
    await sleep(300);
    await writeFile(handlerOfThing, "export const handle = () => 'last';");
    const text = async () => (await fetch(`http://localhost:${port}/v1/thing`)).text();
    await until(async () => (await text()) === '"last"', run.output);
    await shows('Ctrl-C');
    // The end comes while a build is put into service.
    await writeFile(handlerOfThing, "export const handle = () => 'late';");
    await sleep(200);
    run.child.kill('SIGINT');
    const exitCode = await run.exited;
    expect(exitCode, run.output()).toBe(0);
  });
});
