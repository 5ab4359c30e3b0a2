import type { Handle } from '#generated/types/thing/getThingById.ts';

export const handle: Handle = () => ({});
