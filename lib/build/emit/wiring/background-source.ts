/** Functions that no request calls. Their handlers are written by hand. */

import type { BackgroundPlan, ConsumerPlan, FunctionPlan } from '../../../shared/plan/function-plan.ts';
import type { EmitContext } from './emit-settings.ts';
import { handlerPath, modelsPath, typesPath, validatorPath } from './generated-files.ts';
import { type Code, code, docComment, identifier, lineComment } from './source-text.ts';
import { checksOf, type Import, type StepCode, step, type Validator } from './step-code.ts';
import { typeOf } from './types-source.ts';
import { type Constant, type EmittedFile, functionFiles } from './wiring.ts';

const backgroundModule = 'shared/plan/function-plan.ts';

export function scheduleFunction({ id, schedule }: FunctionPlan<'schedule'>): EmittedFile[] {
  return functionFiles({
    id,
    headline: headlineOf(schedule),
    constants: [constantOf('schedule', 'RuntimeSchedule', schedule)],
    steps: [],
    handle: importHandle(schedule),
    end: backgroundEnd('callSchedule', 'schedule'),
    wrapper: { name: 'runSchedule', module: 'run/background/schedule.ts', argument: code`schedule` },
  });
}

export function consumerFunction(
  { id, consumer }: FunctionPlan<'consumer'>,
  { validation }: EmitContext,
): EmittedFile[] {
  return functionFiles({
    id,
    headline: headlineOf(consumer),
    constants: [constantOf('consumer', 'RuntimeConsumer', consumer)],
    steps: changeSteps(validation ? validatorOf(consumer) : undefined),
    handle: importHandle(consumer),
    end: backgroundEnd('callConsumer', 'consumer'),
    wrapper: {
      name: 'consumeChanges',
      module: 'run/background/consumer.ts',
      argument: code`consumer`,
    },
  });
}

/** The steps of a consumer, which checks changes as bodies. */
function changeSteps(validator: Validator | undefined): StepCode[] {
  const receive = {
    use: code`receiveChange()`,
    imports: [importBackground('receiveChange', 'consumer')],
  };
  return validator
    ? [receive, step('checkRequest', 'check-request', checksOf(validator), 'consumer')]
    : [receive];
}

/** The end of the chain of a function that no request calls. @param kind Names the constant with its plan, and its module. */
function backgroundEnd(name: string, kind: BackgroundPlan['kind']): StepCode {
  return {
    use: code`.end(${identifier(name)}(${identifier(kind)}, handle satisfies Handle))`,
    imports: [importBackground(name, kind)],
  };
}

function importBackground(name: string, file: string): Import {
  return { name, from: `#lib/run/background/${file}.ts` };
}

function validatorOf(consumer: ConsumerPlan): Validator {
  return { path: validatorPath(consumer), hasModels: true, ignoresUnknownQuery: false };
}

function constantOf(name: string, typeName: string, { runtime }: BackgroundPlan): Constant {
  return { name, value: runtime, type: identifier(typeName), typeName, module: backgroundModule };
}

function importHandle(plan: BackgroundPlan): Code {
  return code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`;
}

export function backgroundTypesSource(plan: BackgroundPlan): string {
  return code`${lineComment(headlineOf(plan))}
${plan.kind === 'consumer' ? code`import type { Models } from ${`#generated/${modelsPath(plan.resource)}`};\n` : code``}import type { BackgroundContext } from '#lib/run/background/background-context.ts';

${plan.kind === 'consumer' ? code`${docComment('The keys of an item that has been written.')}export type Change = ${typeOf(plan.type)};\n\n` : code``}${docComment(plan.summary)}export type Handle = (${plan.kind === 'consumer' ? code`change: Change, ` : code``}context: BackgroundContext) => void | Promise<void>;
`.text;
}

/** @example headlineOf(schedule) // 'The schedule runReplays, from descriptors/stream.json' */
function headlineOf({ kind, nickname, resource }: BackgroundPlan): string {
  return `The ${kind} ${nickname}, from descriptors/${resource}.json`;
}
