/** Checks the configuration of a pipeline without the transformations: for functions that only store it. */

import type { StepFunction, TypeChecker, TypeCompiler } from '../base/definition.ts';
import { appendCompiler } from '../types/append.ts';
import { csvChecker } from '../types/csv.ts';
import { dateChecker } from '../types/date.ts';
import { dissectCompiler } from '../types/dissect.ts';
import { dotExpanderCompiler } from '../types/dot-expander.ts';
import { failCompiler } from '../types/fail.ts';
import { grokCompiler } from '../types/grok.ts';
import { gsubCompiler } from '../types/gsub.ts';
import { jsonChecker } from '../types/json.ts';
import { kvCompiler } from '../types/kv.ts';
import { removeCompiler } from '../types/remove.ts';
import { setCompiler } from '../types/set.ts';
import { splitCompiler } from '../types/split.ts';
import type { OptionIssue } from './option-issue.ts';
import { readSteps, type StepMaker } from './pipeline-compiler.ts';

/** The check of a type whose transformation is little more than that. */
function checkOf({ type, compile }: TypeCompiler): TypeChecker {
  return { type, check: (options) => void compile(options) };
}

/** The tables of the other types check everything. */
const checkers: readonly TypeChecker[] = [
  ...[csvChecker, dateChecker, jsonChecker],
  ...[
    appendCompiler,
    dissectCompiler,
    dotExpanderCompiler,
    failCompiler,
    grokCompiler,
    gsubCompiler,
    kvCompiler,
    removeCompiler,
    setCompiler,
    splitCompiler,
  ].map(checkOf),
];

const byType = new Map(checkers.map((checker) => [checker.type, checker]));
const nothing: StepFunction = () => undefined;

/** The issues of `compilePipeline`; none for what it compiles. */
export function checkPipeline(configurations: unknown): readonly OptionIssue[] {
  const makeStep: StepMaker = (type, options) => {
    byType.get(type.type)?.check(options);
    return nothing;
  };
  return readSteps(makeStep, configurations).issues;
}
