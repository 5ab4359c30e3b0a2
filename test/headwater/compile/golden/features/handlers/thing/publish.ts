import type { Handle } from '#generated/types/thing/publish.ts';

export const handle: Handle = () => undefined;
