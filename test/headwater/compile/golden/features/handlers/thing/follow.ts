import type { Handle } from '#generated/types/thing/follow.ts';

export const handle: Handle = ({ pk, sk }, { requestId }) => console.info(pk, sk, requestId);
