import type { Handle } from '#generated/types/thing/add.ts';

export const handle: Handle = async (_input, { size: _size, ...thing }) => thing;
