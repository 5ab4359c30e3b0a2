import type { Handle } from '#generated/types/thing/upload.ts';

export const handle: Handle = (input, { photo, copies }) =>
  input['thing-id'] > copies
    ? { kind: 'Cat', name: photo.filename, lives: copies }
    : { kind: 'Puppy', name: input.path ?? '', weeks: photo.content.length };
