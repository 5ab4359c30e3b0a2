/** The two modules of every function: the wiring names its steps in order, the plan holds its data. */

import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { functionPath, planPath } from './generated-files.ts';
import { type Code, code, identifier, indent, joinCode, lineComment, literal } from './source-text.ts';
import type { Import, StepCode } from './step-code.ts';

export const notice = code`// Written by \`npm run build\`; what is changed here is lost at the next one.`;

/** Path below the folder of generated files, and content. */
export type EmittedFile = readonly [path: string, content: string];

interface Wiring {
  readonly id: string;
  /** What the function is for, on one line. */
  readonly headline: string;
  /** Constants of the plan module, each written as it is. */
  readonly constants: readonly Constant[];
  /** In the order in which they run. */
  readonly steps: readonly StepCode[];
  /** Imports of `handle` and its type `Handle`, and what declares `handle` when it is made here. */
  readonly handle: Code;
  /** Ends the chain; by default with a handler of requests. */
  readonly end?: StepCode;
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

/** The constant `operation`. */
export function operationConstant(runtime: RuntimeOperation): Constant {
  return {
    name: 'operation',
    value: runtime,
    type: code`RuntimeOperation`,
    typeName: 'RuntimeOperation',
    module: 'shared/plan/operation-plan.ts',
  };
}

export function functionFiles(wiring: Wiring): EmittedFile[] {
  const { id, headline, constants } = wiring;
  return [
    [functionPath(id), wiringSource(wiring)],
    [planPath(id), planSource(headline, constants)],
  ];
}

const handleRequests: StepCode = { use: code`.handler(handle satisfies Handle)`, imports: [] };

function wiringSource(wiring: Wiring): string {
  const { id, headline, steps, handle, end = handleRequests, wrapper } = wiring;
  const constants = wiring.constants.map(({ name }) => identifier(name));
  const imports = [
    ...importLines([...steps, end].flatMap((step) => step.imports)),
    code`import { middyChain } from '#lib/run/http/steps/chain.ts';`,
    ...(wrapper ? [code`import { ${identifier(wrapper.name)} } from ${`#lib/${wrapper.module}`};`] : []),
    code`import { ${joinCode(constants, ', ')} } from ${`#generated/${planPath(id)}`};`,
    handle,
  ];
  const calls = [...steps.map(({ use }) => code`.use(${use})`), end.use];
  const chain = code`middyChain()
${indent(joinCode(calls))}`;
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
