/** The two modules of every function: the wiring names its steps in order, the plan holds its data. */

import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { functionPath, planPath } from './generated-files.ts';
import { type Code, code, identifier, indent, joinCode, lineComment, literal } from './source-text.ts';
import type { Import, StepCode } from './wiring-steps.ts';

export const notice = code`// Written by \`npm run build\`; what is changed here is lost at the next one.`;

/** Path below the folder of generated files, and content. */
export type EmittedFile = readonly [path: string, content: string];

export interface Wiring {
  /** What the function is for, on one line. */
  readonly headline: string;
  /** Written into the plan module as it is, as the constant `operation`. */
  readonly runtime: RuntimeOperation;
  /** More constants of the plan module. */
  readonly constants?: readonly Constant[];
  /** In the order in which they run. */
  readonly steps: readonly StepCode[];
  /** Imports of `handle` and its type `Handle`, and what declares `handle` when it is made here. */
  readonly handle: Code;
  readonly wrapper?: Wrapper;
}

/** A function that gets the chain, and returns what Lambda calls in its place. */
export interface Wrapper {
  readonly name: string;
  /** The module of lib/ that exports it. */
  readonly module: string;
  /** The second argument. */
  readonly argument: Code;
}

export interface Constant {
  readonly name: string;
  readonly value: unknown;
  /** The type of the value, and the module of lib/ that exports `typeName`. */
  readonly type: Code;
  readonly typeName: string;
  readonly module: string;
}

export function functionFiles({ runtime, constants = [], ...wiring }: Wiring): EmittedFile[] {
  const operation: Constant = {
    name: 'operation',
    value: runtime,
    type: code`RuntimeOperation`,
    typeName: 'RuntimeOperation',
    module: 'plan/operation-plan.ts',
  };
  const all = [operation, ...constants];
  return [
    [functionPath(runtime.id), wiringSource(wiring, { id: runtime.id, constants: all })],
    [planPath(runtime.id), planSource(wiring.headline, all)],
  ];
}

function wiringSource(
  { headline, steps, handle, wrapper }: Omit<Wiring, 'runtime' | 'constants'>,
  plan: { readonly id: string; readonly constants: readonly Constant[] },
): string {
  const constants = plan.constants.map(({ name }) => identifier(name));
  const imports = [
    ...importLines(steps.flatMap((step) => step.imports)),
    code`import { middyChain } from '#lib/http/steps/chain.ts';`,
    ...(wrapper ? [code`import { ${identifier(wrapper.name)} } from ${`#lib/${wrapper.module}`};`] : []),
    code`import { ${joinCode(constants, ', ')} } from ${`#generated/${planPath(plan.id)}`};`,
    handle,
  ];
  const chain = code`middyChain()
${indent(joinCode(steps.map(({ use }) => code`.use(${use})`)))}
  .handler(handle satisfies Handle)`;
  return code`${lineComment(headline)}
${notice}

${joinCode(imports)}

${wrapper ? wrapped(chain, wrapper) : code`export const handler = ${chain};`}
`.text;
}

function wrapped(chain: Code, { name, argument }: Wrapper): Code {
  return code`const chain = ${chain};

export const handler = ${identifier(name)}(chain, ${argument});`;
}

/** One line for each module: two steps may need the same one. */
function importLines(imports: readonly Import[]): Code[] {
  return [...Map.groupBy(imports, ({ from }) => from)].map(([from, same]) => {
    const names = [...new Set(same.map(({ name }) => name))].map(identifier);
    const list = joinCode(names, ', ');
    return same[0]?.isDefault ? code`import ${list} from ${from};` : code`import { ${list} } from ${from};`;
  });
}

function planSource(headline: string, constants: readonly Constant[]): string {
  const types = constants.map(
    ({ typeName, module }) => code`import type { ${identifier(typeName)} } from ${`#lib/${module}`};`,
  );
  const declarations = constants.map(
    ({ name, value, type }) =>
      code`export const ${identifier(name)} = ${literal(value)} as const satisfies ${type};\n`,
  );
  return code`${lineComment(headline)}
${notice}

${joinCode(types)}

${joinCode(declarations)}`.text;
}
