/** Files share workers: each begins and ends with the environment of the suite, whatever it sets for its functions. */

import { afterAll } from 'vitest';

const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
