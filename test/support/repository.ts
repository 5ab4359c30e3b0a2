import { resolve } from 'node:path';

/** The folder of this project. */
export const repository = resolve(import.meta.dirname, '../..');
