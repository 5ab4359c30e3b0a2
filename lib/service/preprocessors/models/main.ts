/** `npm run models`: writes the models of the types of preprocessors into the descriptor of sources. */

import { readFile, writeFile } from 'node:fs/promises';
import { documentedTypes } from '../engine/documented-types.ts';
import { preprocessorModels, replaceModels } from './preprocessor-models.ts';

const descriptor = new URL('../../../../descriptors/source.json', import.meta.url);
const text = await readFile(descriptor, 'utf8');
await writeFile(descriptor, replaceModels(text, preprocessorModels(documentedTypes)));
