/**
 * `npm run models`: writes the models of the types of preprocessors into the descriptor of sources, the expressions of
 * `user_agent` and the names of zones into tables.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { documentedTypes } from '../engine/documented-types.ts';
import { clientTable } from './client-table.ts';
import { preprocessorModels, replaceModels } from './preprocessor-models.ts';
import { readRules } from './read-rules.ts';
import { makeZoneNames } from './zone-names.ts';

const descriptor = new URL('../../../descriptors/source.json', import.meta.url);
const text = await readFile(descriptor, 'utf8');
await writeFile(descriptor, replaceModels(text, preprocessorModels(documentedTypes)));

const { yaml, version } = await readRules();
await writeFile(new URL('../text/client-table.json', import.meta.url), clientTable(yaml, version));

const zoneNames = JSON.stringify(await makeZoneNames(), undefined, 2);
await writeFile(new URL('../dates/zone-names.json', import.meta.url), `${zoneNames}\n`);
