/** The parts of a step in the wiring: its line in the chain, and the imports that the line needs. */

import { type Code, code, identifier, joinCode, memberName } from './source-text.ts';

export interface StepCode {
  /** The argument of `.use()`. */
  readonly use: Code;
  readonly imports: readonly Import[];
}

/** What a function imports from a module. */
export interface Import {
  readonly name: string;
  readonly from: string;
  readonly isDefault?: true;
}

export interface Validator {
  /** Path of the compiled validator, below the generated files. */
  readonly path: string;
  /** Something that it checks is JSON, a model or a union. */
  readonly hasModels: boolean;
  readonly ignoresUnknownQuery: boolean;
}

/** A step that takes the plan of its function, and nothing else unless `others` are named. */
export function step(
  name: string,
  file: string,
  others: readonly Argument[] = [],
  plan = 'operation',
): StepCode {
  const parameters = joinCode([identifier(plan), ...others.map(({ value }) => value)], ', ');
  return {
    use: code`${identifier(name)}(${parameters})`,
    imports: [...others.flatMap((argument) => argument.imports), importStep(name, file)],
  };
}

export function importStep(name: string, file: string): Import {
  return { name, from: `#lib/run/http/steps/${file}.ts` };
}

export interface Argument {
  readonly value: Code;
  readonly imports: readonly Import[];
}

/** What a module exports as `name`. */
export function imported(name: string, from: string): Argument {
  return { value: identifier(name), imports: [{ name, from }] };
}

/** `{}`, or the members on one line. */
export function record(members: readonly (readonly [name: string, argument: Argument])[]): Argument {
  const pairs = members.map(([name, { value }]) => code`${memberName(name)}: ${value}`);
  return {
    value: pairs.length === 0 ? code`{}` : code`{ ${joinCode(pairs, ', ')} }`,
    imports: members.flatMap(([, { imports }]) => imports),
  };
}

export function checksOf(validator: Validator): readonly Argument[] {
  const rules = validator.hasModels ? [imported('modelRules', '#lib/run/http/request/model-rules.ts')] : [];
  return [compiled(validator), ...rules];
}

export function compiled({ path }: Validator): Argument {
  return {
    value: code`validator({ eventSchema: validate })`,
    imports: [
      { name: 'validator', from: '@middy/validator', isDefault: true },
      { name: 'validate', from: `#generated/${path}` },
    ],
  };
}
