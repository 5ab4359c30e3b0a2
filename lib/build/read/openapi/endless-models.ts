import type { ModelPlan, TypePlan, WithChecks } from '../../../shared/plan/type-plan.ts';
import { modelsById, variantsOf } from '../../schema/models.ts';
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
    const at = model.checks && place?.member(model.id);
    if (!at || !isReached(model.id, checkedWith(model), new Set())) continue;
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
