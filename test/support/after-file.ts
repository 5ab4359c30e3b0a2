/** Runs the clean-up steps after each test file, also when files share a worker and so the modules of test/support. */

import { afterAll } from 'vitest';
import { runCleanUps } from './clean-up.ts';

afterAll(runCleanUps);
