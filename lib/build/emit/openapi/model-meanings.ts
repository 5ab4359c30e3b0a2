/** Which models of different resources admit the same values. */

import type { ModelPlan } from '../../../shared/plan/type-plan.ts';
import { modelsNamedInShape } from '../../schema/models.ts';

type Models = readonly ModelPlan[];

/** The meaning of the models with one id. */
interface Meanings {
  readonly count: number;
  /** A number for each meaning. */
  readonly of: ReadonlyMap<Models, number>;
}

interface Use {
  readonly models: Models;
  readonly model: ModelPlan;
  readonly refersTo: readonly string[];
}

/**
 * Models with the same id are told apart by what they say, and then by the meanings of what they refer to: once, and
 * again for each of these that turns out to have more meanings. So the time does not grow with the square of their number.
 */
export function meaningsById(resources: readonly Models[]): ReadonlyMap<string, Meanings> {
  const uses = Map.groupBy(resources.flatMap(usesIn), ({ model }) => model.id);
  const meanings = new Map([...uses].map(([id, its]) => [id, tellApart(its, ({ model }) => model)]));
  const referring = referringIds([...uses.values()].flat());
  const open = new Set([...meanings].flatMap(([id, { count }]) => (count > 1 ? [id] : [])));
  // The loop also visits members that it adds to the set.
  for (const id of open) {
    open.delete(id);
    for (const each of referring.get(id) ?? []) {
      const known = meanings.get(each)?.count ?? 0;
      const finer = tellApart(uses.get(each) ?? [], ({ models, refersTo }) =>
        [each, ...refersTo].map((name) => meanings.get(name)?.of.get(models)),
      );
      meanings.set(each, finer);
      if (finer.count > known) open.add(each);
    }
  }
  return meanings;
}

function usesIn(models: Models): Use[] {
  return models.map((model) => ({
    models,
    model,
    refersTo: [...modelsNamedInShape(model), ...(model.subTypes ?? [])],
  }));
}

function referringIds(uses: readonly Use[]): ReadonlyMap<string, ReadonlySet<string>> {
  const referring = new Map<string, Set<string>>();
  for (const { model, refersTo } of uses)
    for (const name of refersTo) referring.set(name, (referring.get(name) ?? new Set()).add(model.id));
  return referring;
}

function tellApart(uses: readonly Use[], by: (use: Use) => unknown): Meanings {
  const groups = Map.groupBy(uses, (use) => JSON.stringify(by(use)));
  const numbered = [...groups.values()].flatMap((its, number) =>
    its.map(({ models }) => [models, number] as const),
  );
  return { count: groups.size, of: new Map(numbered) };
}
