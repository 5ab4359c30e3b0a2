import type { Handle } from '#generated/types/thing/create.ts';

export const handle: Handle = () => undefined;
