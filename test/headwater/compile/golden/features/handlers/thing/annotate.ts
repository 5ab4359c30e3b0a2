import type { Handle } from '#generated/types/thing/annotate.ts';

export const handle: Handle = (_input, { note }) => {
  note.trim();
};
