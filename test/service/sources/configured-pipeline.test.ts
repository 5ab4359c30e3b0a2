/** A check of steps loads what they name: no other test of this file has loaded it before. */

import { expect, test } from 'vitest';
import { checkConfigured } from '../../../lib/service/sources/configured-pipeline.ts';

test.each([
  { kind: 'a pattern that few name', options: { patterns: ['%{BACULA_HOST:host}'] } },
  {
    kind: 'a pattern of the Elastic Common Schema',
    options: { patterns: ['%{IP:a}'], ecs_compatibility: 'v1' },
  },
])('the patterns of grok, in a check of $kind', async ({ options }) => {
  expect(await checkConfigured([{ type: 'grok', field: 'a', ...options }], [])).toEqual([]);
});
