import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan, TypePlan, WithChecks } from '../../../shared/plan/type-plan.ts';
import { modelsById, modelsWithin, partsOf, variantsOf } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/** Reports objects whose check begins with the same check of the same value. @param place of the schemas. */
export function reportEndless(
  models: readonly ModelPlan[],
  place: SourceNode | undefined,
  report: Report,
): void {
  const byId = modelsById(models);
  const isReached = (wanted: string, from: readonly string[], known: Set<string>): boolean =>
    from.some((id) => {
      if (id === wanted) return true;
      const isNew = !known.has(id);
      known.add(id);
      return isNew && isReached(wanted, variantsOf(id, byId).flatMap(checkedWith), known);
    });
  for (const model of models) {
    const at = place?.member(model.id);
    if (at && isCheckedTwice(model, byId)) {
      const found = `a check of ${quote(model.id)} that contains it, beside other parts that do`;
      const accepted =
        'one of them: each level of a value would be checked twice as often as the one around it';
      report(at.diagnose('E-UNSUPPORTED', found, accepted));
    }
    if (!at || !model.checks || !isReached(model.id, checkedWith(model), new Set())) continue;
    report(at.diagnose('E-INHERITANCE', `${quote(model.id)} within itself`, 'a property between them'));
  }
}

/** The models that a value is also checked with. */
function checkedWith({ checks: { schemas = {}, lists = {}, maps = {} } = {} }: WithChecks): string[] {
  const types = [
    ...['not', 'if', 'then', 'else'].flatMap((keyword) => schemas[keyword] ?? []),
    ...(lists['allOf'] ?? []),
    ...Object.values(maps['dependentSchemas'] ?? {}),
  ];
  return types.flatMap(namesOf);
}

function namesOf(type: TypePlan): string[] {
  const named = type.kind === 'model' ? [type.id] : type.kind === 'union' ? type.of.flatMap(namesOf) : [];
  return [...named, ...checkedWith(type)];
}

/** The result of these is kept, however often they are asked (shared/json/check-once.ts). */
const kept = ['not', 'if', 'contains', 'propertyNames'];

/** Whether several parts of an object may check the same member, and so on within it. */
function isCheckedTwice(model: ModelPlan, byId: ReadonlyMap<string, ModelPlan>): boolean {
  const { checks, id } = model;
  const types = new Set<TypePlan>([{ kind: 'object', shape: model, ...omitUndefined({ checks }) }]);
  // The loop also visits members that it adds to the set.
  for (const type of types) for (const part of partsOf(type)) types.add(part);
  const leadsBack = (type: TypePlan) => modelsWithin([type], byId).has(id);
  return [...types].some((type) => {
    if (!type.checks) return false;
    const { schemas = {}, lists = {}, maps = {} } = type.checks;
    const own = Object.entries(schemas).flatMap(([keyword, each]) => (kept.includes(keyword) ? [] : [each]));
    const listed = Object.values(lists).flat();
    const named = Object.values(maps).flatMap((each) => Object.values(each));
    const untried = [...own, ...listed.filter(({ kind }) => kind !== 'union'), ...named];
    return untried.some(leadsBack) && partsOf(type).filter(leadsBack).length > 1;
  });
}
