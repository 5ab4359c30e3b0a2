import type { Handle } from '#generated/types/thing/add.ts';

export const handle: Handle = () => undefined;
