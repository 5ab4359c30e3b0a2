import type { Handle } from '#generated/types/greeting/read.ts';

export const handle: Handle = ({ name, times }) => ({ text: `Hello, ${name}!`.repeat(times) });
