import type { Handle } from '#generated/types/thing/sweep.ts';

export const handle: Handle = ({ functionId }) => console.info(functionId);
