/** Copies of operations with changed types and examples. */

import type { ExamplePlan, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { mapType } from '../../schema/map-type.ts';

export interface OperationChanges {
  readonly type: (type: TypePlan) => TypePlan;
  /** @returns undefined to leave it out. */
  readonly example: (
    example: ExamplePlan,
    type: TypePlan,
    use: 'request' | 'result',
  ) => ExamplePlan | undefined;
}

interface Exampled {
  readonly type?: TypePlan;
  readonly examples?: readonly ExamplePlan[];
}

export function mapOperation(operation: OperationPlan, changes: OperationChanges): OperationPlan {
  const { parameters, body, result, resultExamples, errorResponses } = operation;
  const { examples: shown, type } = mapped(
    { type: result, ...examplesWord(resultExamples) },
    'result',
    changes,
  );
  const { resultExamples: _, ...rest } = operation;
  return {
    ...rest,
    parameters: parameters.map((each) => mapped(each, 'request', changes)),
    ...(body ? { body: mappedBody(body, changes) } : {}),
    result: type,
    ...(shown ? { resultExamples: shown } : {}),
    errorResponses: errorResponses.map((each) => mapped(each, 'result', changes)),
  };
}

function mappedBody(body: NonNullable<OperationPlan['body']>, changes: OperationChanges): typeof body {
  const { fields } = body;
  const own = mapped(body, 'request', changes);
  return fields ? { ...own, fields: fields.map((each) => mapped(each, 'request', changes)) } : own;
}

function mapped<Part extends Exampled>(
  part: Part,
  use: 'request' | 'result',
  changes: OperationChanges,
): Part {
  const { type, examples, ...rest } = part;
  const kept = examples?.flatMap((each) => (type && changes.example(each, type, use)) ?? []) ?? [];
  return {
    ...rest,
    ...(type ? { type: mapType(type, changes) } : {}),
    ...(kept.length > 0 ? { examples: kept } : {}),
    // Each member is the part's, or has the same type.
  } as unknown as Part;
}

function examplesWord(examples: readonly ExamplePlan[] | undefined) {
  return examples ? { examples } : {};
}
