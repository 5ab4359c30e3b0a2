import type { Handle } from '#generated/types/thing/changePutThingById.ts';

export const handle: Handle = () => ({});
