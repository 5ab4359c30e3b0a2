/** The part of a function that is written by hand. */

import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { handlerPath, typesPath } from '../emit/wiring/generated-files.ts';
import { forFunction } from '../plan/function-kinds.ts';

export interface HandlerFile {
  /** Below the project. */
  readonly path: string;
  /** What it handles, e.g. `GET /v1/source`. */
  readonly handles: string;
  /** Path of the file that declares the type `Handle`, below the folder of generated files. */
  readonly typesPath: string;
}

/** Undefined for a function that consists of generated code and lib/ alone. */
export function handlerFileOf(plan: FunctionPlan): HandlerFile | undefined {
  return forFunction(handlerFiles, plan);
}

const handlerFiles: FunctionTable<HandlerFile | undefined> = {
  operation: ({ operation }) => ({
    path: handlerPath(operation),
    handles: `${operation.method} ${operation.routePath}`,
    typesPath: typesPath(operation),
  }),
  schedule: ({ schedule }) => ({
    path: handlerPath(schedule),
    handles: `the schedule ${schedule.nickname}`,
    typesPath: typesPath(schedule),
  }),
  consumer: ({ consumer }) => ({
    path: handlerPath(consumer),
    handles: `the consumer ${consumer.nickname}`,
    typesPath: typesPath(consumer),
  }),
  descriptors: () => undefined,
  reference: () => undefined,
  'default-route': () => undefined,
};
