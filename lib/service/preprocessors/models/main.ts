/**
 * `npm run models`: writes the models of the types of preprocessors into the descriptor of sources, and the expressions
 * of `user_agent` into a module.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { documentedTypes } from '../engine/documented-types.ts';
import { clientTableModule } from './client-table.ts';
import { preprocessorModels, replaceModels } from './preprocessor-models.ts';
import { readRules } from './read-rules.ts';

const descriptor = new URL('../../../../descriptors/source.json', import.meta.url);
const text = await readFile(descriptor, 'utf8');
await writeFile(descriptor, replaceModels(text, preprocessorModels(documentedTypes)));

const { yaml, version } = await readRules();
await writeFile(new URL('../text/client-table.ts', import.meta.url), clientTableModule(yaml, version));
