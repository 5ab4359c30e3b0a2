import type { Handle } from '#generated/types/thing/delete.ts';

export const handle: Handle = () => undefined;
