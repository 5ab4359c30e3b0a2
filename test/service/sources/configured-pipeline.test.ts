/** A check of steps loads what they name. */

import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});

test.each([
  { kind: 'a pattern that few name', options: { patterns: ['%{BACULA_HOST:host}'] } },
  {
    kind: 'a pattern of the Elastic Common Schema',
    options: { patterns: ['%{IP:a}'], ecs_compatibility: 'v1' },
  },
])('the patterns of grok, in a check of $kind', async ({ options }) => {
  const { checkConfigured } = await import('../../../lib/service/sources/configured-pipeline.ts');
  expect(await checkConfigured([{ type: 'grok', field: 'a', ...options }], [])).toEqual([]);
});
