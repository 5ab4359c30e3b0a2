import { keyOf, type RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { Filter } from '../../../shared/query/syntax-tree.ts';
import type { CheckedInput, Step, WithFilters } from './step.ts';

/**
 * After the input is checked: the conditions of the parameters with `x-filter` that the request has. Several values of one
 * parameter are alternatives; an empty list has none, so nothing meets it.
 *
 * @example .use(readFilters(operation)) // ?state=open -> state.filters is [{ field: 'state', op: '=', values: ['open'] }]
 */
export function readFilters({ parameters }: RuntimeOperation): Step<CheckedInput, WithFilters> {
  const declaredFilters = parameters.flatMap(({ filter }) => filter ?? []);
  return {
    before: ({ event: { input } }) => ({
      declaredFilters,
      filters: parameters.flatMap((parameter): readonly Filter[] => {
        // The build allows texts and numbers alone.
        const value = input[keyOf(parameter)] as Filter['values'] | Filter['values'][number] | undefined;
        if (!parameter.filter || value === undefined) return [];
        const values = [value].flat();
        // A declared default of no values is no condition. Sent, an empty list is one that nothing meets.
        if (values.length === 0 && value === parameter.defaultValue) return [];
        const { name, place } = parameter;
        return [{ ...parameter.filter, values, parameter: { in: place, name } }];
      }),
    }),
  };
}
