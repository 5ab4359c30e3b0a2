import type { StepTrace } from '@headwater/ingest';

/**
 * A step for people, who count from 1; indexes and pointers of the API count from 0.
 *
 * @example stepInWords({ index: 0, pointer: '/0/on_failure/1' }) // 'step 1, on_failure 2'
 * @example stepInWords({ index: 0, pipeline: 'access', pointer: '/1' }) // 'pipeline access, step 2'
 */
export function stepInWords({
  index,
  pointer = `/${index}`,
  pipeline,
}: Pick<StepTrace, 'index' | 'pointer' | 'pipeline'>): string {
  const words = pipeline === undefined ? [] : [`pipeline ${pipeline}`];
  let list: string | undefined;
  for (const part of pointer.split('/').slice(1)) {
    const isPlace = /^\d+$/.test(part);
    if (isPlace) words.push(`${list ?? 'step'} ${Number(part) + 1}`);
    else if (list !== undefined) words.push(list);
    list = isPlace ? undefined : part;
  }
  return [...words, ...(list === undefined ? [] : [list])].join(', ');
}
