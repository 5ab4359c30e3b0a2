import type { Handle } from '#generated/types/thing/read.ts';

export const handle: Handle = () => ({});
