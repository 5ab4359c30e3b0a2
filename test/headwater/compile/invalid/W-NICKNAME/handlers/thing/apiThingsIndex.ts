import type { Handle } from '#generated/types/thing/apiThingsIndex.ts';

export const handle: Handle = () => ({});
