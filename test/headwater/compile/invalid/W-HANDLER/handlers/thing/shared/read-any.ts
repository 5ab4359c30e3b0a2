import type { Thing } from './thing.ts';

export function handle(id: string): Thing {
  return { id };
}
