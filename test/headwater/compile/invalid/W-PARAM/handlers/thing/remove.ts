import type { Handle } from '#generated/types/thing/remove.ts';

export const handle: Handle = () => ({});
