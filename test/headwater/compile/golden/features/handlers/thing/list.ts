import type { Handle } from '#generated/types/thing/list.ts';

export const handle: Handle = ({ ids = [], kind = "it's", ratio, 'order by': order }) => {
  const name = `${kind} ${ratio} ${order.join()}`;
  const thing = { name, size: ids.length, colour: 'red', place: {} } as const;
  return { 1: () => [thing], 2: () => ({ of: thing }), 10: () => [name] };
};
