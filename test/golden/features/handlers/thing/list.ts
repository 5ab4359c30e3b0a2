import type { Handle } from '#generated/types/thing/list.ts';

export const handle: Handle = ({ ids = [], kind = "it's", ratio, 'order by': order }) => [
  { name: `${kind} ${ratio} ${order.join()}`, size: ids.length, colour: 'red', place: {} },
];
