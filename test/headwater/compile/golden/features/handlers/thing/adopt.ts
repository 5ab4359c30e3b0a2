import type { Handle } from '#generated/types/thing/adopt.ts';

export const handle: Handle = (_input, { animal, counts }) => (counts?.all === 0 ? [] : [animal]);
