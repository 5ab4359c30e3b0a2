/** Examples and defaults of models, checked when all models are read. A wrong example is left out: a document must not contradict itself. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ExamplePlan, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ApiPlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan, PropertyPlan, TypePlan, WithExamples } from '../../../shared/plan/type-plan.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { modelSchema, toJsonSchema } from '../../schema/json-schema.ts';
import { mapApiOperations, mapShape, mapType, type TypeChanges } from '../../schema/map-type.ts';
import { modelsById, modelsNamedIn, modelsNamedInShape, modelsWithin } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { ModelDefault } from '../common/default-value.ts';
import { plain } from './combine-types.ts';
import type { Examples } from './examples.ts';

interface DescriptorPlans {
  readonly apis: readonly ApiPlan[];
  readonly models: readonly ModelPlan[];
}

/** A value of a model, of a request or of a result: a request need not have what the service sets, nor a result what only requests have. */
type Use = 'model' | 'request' | 'result';

interface Claim {
  readonly value: unknown;
  readonly node: SourceNode;
  readonly type: TypePlan;
  readonly use: Use;
}

export function withCheckedExamples(
  given: DescriptorPlans,
  examples: Examples,
  report: Report,
): DescriptorPlans {
  if (examples.isEmpty) return given;
  const claims = claimsOf(given, examples);
  // Without a model that is refused, nothing can be checked, and the build ends.
  if (!isComplete(given.models, claims)) return given;
  const wrong = new Set<SourceNode>();
  for (const use of ['model', 'request', 'result'] as const) {
    const those = claims.filter((claim) => claim.use === use);
    for (const [{ node }, keyword] of wrongClaims(those, given.models, use)) {
      if (wrong.has(node)) continue;
      wrong.add(node);
      const found = `an example that does not satisfy ${quote(keyword)}, which is ignored`;
      report(node.diagnose('W-EXAMPLE', found, 'a value of its own schema'));
    }
  }
  return withoutWrong(given, examples, wrong);
}

/** A default of a parameter or a property is a value of a request: it need not have what the service sets. */
export function checkDefaults(
  defaults: readonly ModelDefault[],
  models: readonly ModelPlan[],
  report: Report,
): void {
  const claims = defaults.map(({ node, type }): Claim => {
    return { value: node.value, node, type: plain(type), use: 'request' };
  });
  if (!isComplete(models, claims)) return;
  for (const [{ node }, keyword] of wrongClaims(claims, models, 'request')) {
    const found = `${quote(node.value)}, which does not satisfy ${quote(keyword)}`;
    report(node.diagnose('E-DEFAULT', found, 'a value of its own schema, or no default'));
  }
}

function isComplete(models: readonly ModelPlan[], claims: readonly Claim[]): boolean {
  const known = modelsById(models);
  const named = models.flatMap((model) => [...modelsNamedInShape(model), ...(model.subTypes ?? [])]);
  const claimed = claims.flatMap(({ type }) => modelsNamedIn(type));
  return [...named, ...claimed].every((id) => known.has(id));
}

/** Pairs each example with its type. A type that several parts share is visited once. */
function claimsOf({ apis, models }: DescriptorPlans, examples: Examples): Claim[] {
  const claims: Claim[] = [];
  const claim = (known: readonly unknown[] | ExamplePlan, type: TypePlan, use: Use) => {
    for (const [index, node] of examples.placesOf(known).entries())
      claims.push({ value: 'name' in known ? known.value : known[index], node, type: plain(type), use });
  };
  const seen = new Map<readonly unknown[], Set<string>>();
  const visit = (type: TypePlan) => {
    if (!type.examples) return type;
    const types = seen.get(type.examples) ?? new Set();
    const text = JSON.stringify(plain(type));
    if (!types.has(text)) claim(type.examples, type, 'model');
    seen.set(type.examples, types.add(text));
    return type;
  };
  for (const model of models) {
    visit({ kind: 'model', id: model.id, ...omitUndefined({ examples: model.examples }) });
    mapShape(model, { type: visit });
  }
  for (const operation of apis.flatMap(({ operations }) => operations)) {
    mapOperation(operation, {
      type: visit,
      example: (example, type, use) => {
        claim(example, type, use);
        return example;
      },
    });
  }
  return claims;
}

/** All at once: a schema takes longer to compile than to use. With the keyword that each wrong one violates. */
function wrongClaims(
  claims: readonly Claim[],
  models: readonly ModelPlan[],
  use: Use,
): [claim: Claim, keyword: string][] {
  if (claims.length === 0) return [];
  const changes = changesFor(use);
  const byId = modelsById(models.map((model) => mapShape(model, changes)));
  const types = claims.map(({ type }) => mapType(type, changes));
  const used = [...modelsWithin(types, byId)].flatMap((id) => byId.get(id) ?? []);
  const isValid = compileSchema({
    type: 'array',
    prefixItems: types.map(toJsonSchema),
    minItems: types.length,
    items: false,
    $defs: Object.fromEntries(used.map((model) => [model.id, modelSchema(model, byId)])),
  });
  isValid(claims.map(({ value }) => value));
  const keywords = new Map<string, string>();
  for (const { instancePath, keyword } of isValid.errors ?? []) {
    const [, index = ''] = instancePath.split('/');
    if (!keywords.has(index)) keywords.set(index, keyword);
  }
  return claims.flatMap((claim, index) => {
    const keyword = keywords.get(String(index));
    return keyword === undefined ? [] : [[claim, keyword] as [Claim, string]];
  });
}

/** The schema of a request refuses what the service sets; a file is a text in a document. */
function changesFor(use: Use): TypeChanges {
  return {
    type: (type) => (type.kind === 'file' ? { kind: 'string' } : type),
    property: ({ isReadOnly, ...property }: PropertyPlan) => {
      const isOptional = (use === 'request' && isReadOnly) || (use === 'result' && property.isWriteOnly);
      return isOptional ? { ...property, required: false } : property;
    },
  };
}

function withoutWrong(
  { apis, models }: DescriptorPlans,
  examples: Examples,
  wrong: ReadonlySet<SourceNode>,
): DescriptorPlans {
  const isRight = (node: SourceNode | undefined) => !node || !wrong.has(node);
  const cleaned = <Type extends WithExamples>({ examples: declared, ...rest }: Type) => {
    const places = declared ? examples.placesOf(declared) : [];
    const kept = (declared ?? []).filter((_, index) => isRight(places[index]));
    // All other members come from the type.
    return { ...rest, ...(kept.length > 0 ? { examples: kept } : {}) } as unknown as Type;
  };
  const changes = {
    type: (type: TypePlan) => (type.examples ? cleaned(type) : type),
    example: (example: ExamplePlan) => (isRight(examples.placesOf(example)[0]) ? example : undefined),
  };
  return {
    apis: mapApiOperations(apis, (operation) => mapOperation(operation, changes)),
    models: models.map((model) => withFirst(mapShape(cleaned(model), changes))),
  };
}

/** The keyword of Swagger 1.x for the example of a model, which documents and mocks have. */
function withFirst(model: ModelPlan): ModelPlan {
  const [first] = model.examples ?? [];
  const { extensions: { 'x-example': _, ...others } = {}, ...rest } = model;
  const extensions = first === undefined ? others : { ...others, 'x-example': first };
  return Object.keys(extensions).length > 0 ? { ...rest, extensions } : rest;
}

interface OperationChanges {
  readonly type: (type: TypePlan) => TypePlan;
  /** @returns undefined to leave it out. */
  readonly example: (
    example: ExamplePlan,
    type: TypePlan,
    use: 'request' | 'result',
  ) => ExamplePlan | undefined;
}

interface PartWithExamples {
  readonly type?: TypePlan;
  readonly examples?: readonly ExamplePlan[];
}

function mapOperation(operation: OperationPlan, changes: OperationChanges): OperationPlan {
  const { parameters, body, result, resultExamples, errorResponses } = operation;
  const shown = mapped({ type: result, ...omitUndefined({ examples: resultExamples }) }, 'result', changes);
  const { resultExamples: _, ...rest } = operation;
  return {
    ...rest,
    parameters: parameters.map((each) => mapped(each, 'request', changes)),
    ...omitUndefined({ body: body && mappedBody(body, changes) }),
    result: shown.type,
    ...omitUndefined({ resultExamples: shown.examples }),
    errorResponses: errorResponses.map((each) => mapped(each, 'result', changes)),
  };
}

function mappedBody(body: NonNullable<OperationPlan['body']>, changes: OperationChanges): typeof body {
  const { fields } = body;
  const own = mapped(body, 'request', changes);
  return fields ? { ...own, fields: fields.map((each) => mapped(each, 'request', changes)) } : own;
}

function mapped<Part extends PartWithExamples>(
  part: Part,
  use: 'request' | 'result',
  changes: OperationChanges,
): Part {
  const { type, examples, ...rest } = part;
  const kept = examples?.flatMap((each) => (type && changes.example(each, type, use)) ?? []);
  return {
    ...rest,
    ...omitUndefined({ type: type && mapType(type, changes), examples: kept?.length ? kept : undefined }),
    // Each member is the part's, or has the same type.
  } as unknown as Part;
}
