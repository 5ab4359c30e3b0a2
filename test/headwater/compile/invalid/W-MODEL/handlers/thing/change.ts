import type { Handle } from '#generated/types/thing/change.ts';

export const handle: Handle = () => [];
