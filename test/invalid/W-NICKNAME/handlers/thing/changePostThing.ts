import type { Handle } from '#generated/types/thing/changePostThing.ts';

export const handle: Handle = () => ({});
