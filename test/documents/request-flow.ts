/** The flow of a request through the function of the tutorial that creates a bookmark, from its wiring and the comments of its steps. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings } from '../../lib/headwater/compile/build-settings.ts';
import { emit } from '../../lib/headwater/compile/emit/wiring/emit.ts';
import { planService } from '../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../lib/headwater/compile/source/read-descriptors.ts';
import { type ErrorCode, problemTypes } from '../../lib/headwater/shared/errors.ts';
import { filesIn } from '../support/documentation.ts';
import { makeProject } from '../support/project.ts';
import { repository } from '../support/repository.ts';
import type { Flow, FlowRow } from './draw-flow.ts';

/** In .generated/. */
const wiring = 'functions/bookmark-create.ts';

export async function requestFlow(): Promise<Flow> {
  const text = await emittedWiring();
  const [, route = ''] = /^\/\/ (\S+ \S+),/.exec(text) ?? [];
  const files = new Map(
    [...text.matchAll(/import \{ ([\w, ]+) \} from 'headwater\/internal\/(steps\/[\w-]+)'/g)].flatMap(
      ([, names = '', file = '']) => names.split(', ').map((name) => [name, file] as const),
    ),
  );
  const steps = [...text.matchAll(/^ {2}\.use\((\w+)\(/gm)].map(([, name = '']) => name);
  const words = await wordsOfSteps();
  const rows = await Promise.all(
    steps.map(async (name): Promise<FlowRow> => {
      const file = files.get(name);
      if (file === undefined) throw new Error(`${wiring} does not import ${name}.`);
      const described = words.get(name);
      if (described === undefined)
        throw new Error(`lib/headwater/ARCHITECTURE.md does not describe the step ${name}.`);
      return { title: name, text: described, others: await refusalsOf(name, file) };
    }),
  );
  return {
    title: `${route}: the steps of its function, in order, and what each of them refuses`,
    othersTitle: 'refuses with',
    rows: [
      { title: route, text: 'the event of the HTTP API', isEnd: true },
      ...rows,
      {
        title: 'handle',
        text: 'handlers/bookmark/create.ts; its result goes back up through the steps',
        isEnd: true,
      },
    ],
  };
}

/** What a build of the tutorial's descriptors writes. */
async function emittedWiring(): Promise<string> {
  const files = filesIn(await readFile(join(repository, 'docs/headwater/tutorial.md'), 'utf8'));
  const project = await makeProject(
    Object.fromEntries([...files].filter(([path]) => path.startsWith('descriptors/'))),
  );
  const { service } = planService(await readDescriptors(project, 'descriptors'));
  if (!service) throw new Error('The descriptors of the tutorial are invalid.');
  const text = emit(service, defaultSettings).get(wiring);
  if (text === undefined) throw new Error(`The build emits no ${wiring}.`);
  return text;
}

/** What lib/headwater/ARCHITECTURE.md says of each step, without the statuses. */
async function wordsOfSteps(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(join(repository, 'lib/headwater/ARCHITECTURE.md'), 'utf8');
  const run = page.slice(page.indexOf('## Run'), page.indexOf('## Map'));
  const lines = [...run.matchAll(/^ {6}-> (\w+) +(.+)$/gm)].map(([, name = '', words = '']) => {
    const text = words
      .replaceAll('`', '')
      .replace(/^\d{3}(?:, \d{3})*(?:, or)?(?: with all issues of)? */, '');
    return [name, text] as const;
  });
  return new Map(lines);
}

/** `@throws` of the exported function. */
async function refusalsOf(name: string, file: string): Promise<string[]> {
  const text = await readFile(join(repository, 'lib/headwater/run/http', `${file}.ts`), 'utf8');
  const before = text.slice(0, text.indexOf(`export function ${name}`));
  const comment = before.slice(before.lastIndexOf('/**'));
  const [, thrown = ''] = /@throws ServiceError ([^.]*)/.exec(comment) ?? [];
  const codes = [...thrown.matchAll(/\w+/g)].map(([word]) => word).filter(isCode);
  return codes.map((code) => `${problemTypes[code][0]} ${code}`).toSorted();
}

function isCode(word: string): word is ErrorCode {
  return Object.hasOwn(problemTypes, word);
}
