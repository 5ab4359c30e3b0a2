/** The scope of the operations that read streams. */
export const streamScope = 'stream:read';
