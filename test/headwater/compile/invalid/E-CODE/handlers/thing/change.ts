import type { Handle } from '#generated/types/thing/change.ts';

export const handle: Handle = async (_input, thing) => ({ ...thing, place: { row: thing.name } });
