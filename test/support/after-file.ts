/** Runs for each file, also where files share a worker and thus the modules of test/support. */

import { afterAll } from 'vitest';
import { runCleanUps } from './clean-up.ts';

afterAll(runCleanUps);
