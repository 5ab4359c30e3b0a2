/** Functions that no request calls: `x-schedules` and `x-consumers` of a declaration. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { BackgroundPlan } from '../../../shared/plan/function-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { modelOf } from '../../schema/references.ts';
import type { Report } from '../../source/diagnostic.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { type backgroundMembers, readLambdaSize } from '../common/extensions.ts';
import { isNickname } from '../common/names.ts';
import { operationIdOf } from '../common/operation-names.ts';
import { readType, typeNameNode } from './data-type.ts';
import type { TypeContext } from './model-names.ts';

const common = ['nickname', 'summary', 'when'];
const scheduleMembers: KnownMembers = { known: [...common, 'every'], needed: ['nickname', 'every', 'when'] };
const consumerMembers: KnownMembers = {
  known: [...common, 'sortKeyPrefix', 'dataType'],
  needed: ['nickname', 'sortKeyPrefix', 'dataType', 'when'],
};

/** In seconds; a limit of AWS. Nobody waits for such a function. */
const maxTimeoutSeconds = 900;

interface BackgroundPlace {
  readonly resource: string;
  /** The nicknames of the operations: each function has a handler of its own. */
  readonly nicknames: readonly string[];
}

type Common = Omit<Extract<BackgroundPlan, { readonly kind: 'schedule' }>, 'kind' | 'everyMinutes'>;

/** @returns undefined when a declaration has none. */
export function readBackground(
  root: SourceNode,
  place: BackgroundPlace,
  context: TypeContext,
): readonly BackgroundPlan[] | undefined {
  const taken = new Set(place.nicknames.map((name) => name.toLowerCase()));
  const read = <Read>(key: (typeof backgroundMembers)[number], readOne: (node: SourceNode) => Read) =>
    root.list(key, context.report)?.map(readOne) ?? [];
  const commonOf = (node: SourceNode) => readCommon(node, place.resource, taken, context.report);
  const plans = [
    ...read('x-schedules', (node) => readSchedule(node, commonOf, context)),
    ...read('x-consumers', (node) => readConsumer(node, commonOf, context)),
  ].filter((plan) => plan !== undefined);
  return plans.length > 0 ? plans : undefined;
}

type ReadCommon = (node: SourceNode) => Common | undefined;

function readSchedule(
  declared: SourceNode,
  commonOf: ReadCommon,
  { report }: TypeContext,
): BackgroundPlan | undefined {
  if (!declared.expect('object', report)) return undefined;
  const node = checkMembers(declared, scheduleMembers, report);
  const read = commonOf(node);
  const everyMinutes = readEvery(node, report);
  return read && everyMinutes !== undefined ? { kind: 'schedule', ...read, everyMinutes } : undefined;
}

function readConsumer(
  declared: SourceNode,
  commonOf: ReadCommon,
  context: TypeContext,
): BackgroundPlan | undefined {
  const { report } = context;
  if (!declared.expect('object', report)) return undefined;
  const node = checkMembers(declared, consumerMembers, report);
  const read = commonOf(node);
  const sortKeyPrefix = readPrefix(node, report);
  const schema = readChange(node, context);
  if (!read || sortKeyPrefix === undefined || !schema) return undefined;
  const runtime = { ...read.runtime, parameters: [], body: { required: true } } as const;
  return { kind: 'consumer', ...read, runtime, sortKeyPrefix, schema };
}

/** @param taken nicknames in lower case, since file systems may ignore letter case; gets those that are read. */
function readCommon(
  node: SourceNode,
  resource: string,
  taken: Set<string>,
  report: Report,
): Common | undefined {
  const nickname = node.text('nickname', report) ?? '';
  const key = nickname.toLowerCase();
  if (!isNickname(nickname) || taken.has(key)) {
    const said = nickname === '' ? 'no nickname' : quote(nickname);
    const found = taken.has(key) ? `${said}, which another function of this file has` : said;
    const accepted = 'a nickname of its own: up to 100 letters, digits and _, beginning with a letter';
    report((node.member('nickname') ?? node).diagnose('E-NICKNAME', found, accepted));
    return undefined;
  }
  taken.add(key);
  return {
    runtime: { id: operationIdOf(resource, nickname) },
    ...{ resource, declaredAt: node.path, nickname },
    summary: node.text('summary', report) ?? '',
    ...readLambdaSize(node, report, maxTimeoutSeconds),
    ...omitUndefined({ when: readWhen(node, report) }),
  };
}

const everyPattern = /^([1-9]\d{0,3}) (minute|hour|day)s?$/;
const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1_440 };

function readEvery(node: SourceNode, report: Report): number | undefined {
  const [, amount, unit = ''] = everyPattern.exec(node.text('every', report) ?? '') ?? [];
  if (amount !== undefined) return Number(amount) * (minutesOf[unit] ?? 1);
  const at = node.member('every');
  const accepted = 'minutes, hours or days, such as "1 minute" or "6 hours"';
  report((at ?? node).diagnose('E-BACKGROUND', at ? quote(at.value) : 'no "every"', accepted));
  return undefined;
}

/** DynamoDB takes sort keys of 1,024 bytes. */
const prefixPattern = /^[\w:/#.~-]{1,256}$/;

function readPrefix(node: SourceNode, report: Report): string | undefined {
  const text = node.text('sortKeyPrefix', report);
  if (text !== undefined && prefixPattern.test(text)) return text;
  const at = node.member('sortKeyPrefix');
  const accepted = 'how the sort keys of its items begin: 1 to 256 letters, digits and characters of :/#.~_-';
  report((at ?? node).diagnose('E-BACKGROUND', at ? quote(at.value) : 'no "sortKeyPrefix"', accepted));
  return undefined;
}

function readChange(node: SourceNode, context: TypeContext): Schema | undefined {
  const at = typeNameNode(node);
  const schema = readType(node, context);
  if (schema && modelOf(schema) !== undefined) return schema;
  if (!at || schema) {
    const accepted = 'the id of a model with the properties "pk" and "sk"';
    context.report((at ?? node).diagnose('E-TYPE', at ? quote(at.value) : 'no dataType', accepted));
  }
  return undefined;
}

/** Reserved by Lambda, or set for all functions. */
const reservedVariable = /^(?:AWS_|LAMBDA_|_|TABLE_NAME$|ACCESS$|REFERENCE$)/;

function readWhen(node: SourceNode, report: Report): string | undefined {
  const text = node.text('when', report);
  if (text === undefined || (/^[A-Z][A-Z0-9_]{0,63}$/.test(text) && !reservedVariable.test(text)))
    return text;
  const accepted =
    'the name of an environment variable, such as "KINESIS_STREAM", that only such functions have';
  report((node.member('when') ?? node).diagnose('E-BACKGROUND', quote(text), accepted));
  return undefined;
}
