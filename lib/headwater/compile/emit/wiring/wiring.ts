/** The two modules of every function: the wiring names its steps in order, the plan holds its data. */

import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { functionPath, planPath } from './generated-files.ts';
import {
  type Code,
  code,
  identifier,
  imported,
  importLines,
  indent,
  joinCode,
  lineComment,
  literal,
} from './source-text.ts';

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
  readonly steps: readonly Code[];
  /** Ends the chain. */
  readonly end: Code;
  /** Makes what Lambda calls in place of the chain. */
  readonly wrap?: (chain: Code) => Code;
}

export interface Constant {
  readonly name: string;
  readonly value: unknown;
  readonly type: Code;
}

/** The constant `operation`. */
export function operationConstant(runtime: RuntimeOperation): Constant {
  const type = imported('RuntimeOperation', 'headwater/internal/plan/operation-plan', 'type');
  return { name: 'operation', value: runtime, type };
}

export function functionFiles(wiring: Wiring): EmittedFile[] {
  const { id, headline, constants } = wiring;
  const plan = constants.map(({ name }) => imported(name, `#generated/${planPath(id)}`));
  const written = constants.map(
    ({ name, value, type }) =>
      code`export const ${identifier(name)} = ${literal(value)} as const satisfies ${type};`,
  );
  const head = code`${lineComment(headline)}\n${notice}\n`;
  return [
    [functionPath(id), moduleText(head, wiringParts(wiring), plan)],
    [planPath(id), moduleText(head, written)],
  ];
}

function wiringParts({ steps, end, wrap }: Wiring): Code[] {
  const calls = [...steps.map((step) => code`.use(${step})`), end];
  const chain = code`${imported('middyChain', 'headwater/internal/steps/chain')}()
${indent(joinCode(calls))}`;
  return [
    ...(wrap ? [code`const chain = ${chain};`] : []),
    code`export const handler = ${wrap ? wrap(identifier('chain')) : chain};`,
  ];
}

/** @param others what it imports besides. */
export function moduleText(head: Code, parts: readonly Code[], others: readonly Code[] = []): string {
  return code`${head}
${joinCode([importLines([...others, ...parts]), ...parts], '\n\n')}
`.text;
}
