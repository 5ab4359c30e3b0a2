/** Functions that no request calls: `x-schedules` and `x-consumers` of a declaration. */

import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { BackgroundPlan } from '../../../shared/plan/function-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { modelOf } from '../../schema/walk.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { backgroundMembers, readLambdaSize } from '../common/extensions.ts';
import { isNickname } from '../common/names.ts';
import { operationIdOf } from '../common/operation-names.ts';
import { readUses } from '../common/uses.ts';
import { readType, typeNameNode } from './data-type.ts';
import type { TypeContext } from './model-names.ts';

const holder = 'a schedule or a consumer';
const scheduleMembers: KnownMembers = { needed: ['nickname', 'every', 'when'], others: ['summary'], holder };
const consumerMembers: KnownMembers = {
  needed: ['nickname', 'sortKeyPrefix', 'dataType', 'when'],
  others: ['summary', 'deletions'],
  holder,
};

/** In seconds; a limit of AWS. Nobody waits for such a function. */
const maxTimeoutSeconds = 900;

type Common = Omit<Extract<BackgroundPlan, { readonly kind: 'schedule' }>, 'kind' | 'everyMinutes'>;

/**
 * @param nicknames of the operations: each function has a handler of its own.
 * @returns undefined when a declaration has none.
 */
export function readBackground(
  root: SourceNode,
  resource: string,
  nicknames: readonly string[],
  context: TypeContext,
): readonly BackgroundPlan[] | undefined {
  const taken = new Set(nicknames.map((name) => name.toLowerCase()));
  const plans = backgroundMembers.flatMap((key) =>
    (root.list(key) ?? []).flatMap((declared) => {
      if (!declared.expect('object')) return [];
      const isSchedule = key === 'x-schedules';
      const node = checkMembers(declared, isSchedule ? scheduleMembers : consumerMembers);
      const common = readCommon(node, resource, taken);
      return (isSchedule ? readSchedule(node, common) : readConsumer(node, common, context)) ?? [];
    }),
  );
  return plans.length > 0 ? plans : undefined;
}

function readSchedule(node: SourceNode, common: Common | undefined): BackgroundPlan | undefined {
  const [amount, unit = ''] = readText(node, 'every')?.split(' ') ?? [];
  const everyMinutes = Number(amount) * (ownMember(minutesOf, unit.replace(/s$/, '')) ?? Number.NaN);
  return common && everyMinutes ? { kind: 'schedule', ...common, everyMinutes } : undefined;
}

const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1_440 };

function readConsumer(
  node: SourceNode,
  common: Common | undefined,
  context: TypeContext,
): BackgroundPlan | undefined {
  const sortKeyPrefixes = readPrefixes(node);
  const schema = readChange(node, context);
  if (!common || !sortKeyPrefixes || !schema) return undefined;
  const runtime = { ...common.runtime, parameters: [], body: { required: true } } as const;
  const deletions = node.flag('deletions') ? ({ deletions: true } as const) : {};
  return { kind: 'consumer', ...common, runtime, sortKeyPrefixes, ...deletions, schema };
}

/** One prefix, or a list of them. */
function readPrefixes(node: SourceNode): readonly string[] | undefined {
  const listed = node.itemsOf('sortKeyPrefix');
  // An empty list is no text either.
  const items = listed.length > 0 ? listed : [node.member('sortKeyPrefix')];
  const prefixes = items.map((item) => readText(node, 'sortKeyPrefix', item));
  return prefixes.every((prefix) => prefix !== undefined) ? prefixes : undefined;
}

/** @param taken nicknames in lower case, since file systems may ignore letter case; gets those that are read. */
function readCommon(node: SourceNode, resource: string, taken: Set<string>): Common | undefined {
  const nickname = node.text('nickname') ?? '';
  const key = nickname.toLowerCase();
  if (!isNickname(nickname) || taken.has(key)) {
    const said = nickname === '' ? 'no nickname' : quote(nickname);
    const found = taken.has(key) ? `${said}, which another function of this file has` : said;
    const accepted = 'a nickname of its own: up to 100 letters, digits and _, beginning with a letter';
    return node.at('nickname').report('E-NICKNAME', found, accepted);
  }
  taken.add(key);
  return {
    runtime: { id: operationIdOf(resource, nickname) },
    resource,
    declaredAt: node.path,
    nickname,
    summary: node.text('summary') ?? '',
    ...readLambdaSize(node, maxTimeoutSeconds),
    ...readUses(node),
    ...omitUndefined({ when: node.member('when') && readText(node, 'when') }),
  };
}

/** The texts that such a function declares: their form, and how a message describes it. */
const texts = {
  every: [/^[1-9]\d{0,3} (?:minute|hour|day)s?$/, 'minutes, hours or days, such as "1 minute" or "6 hours"'],
  // DynamoDB takes sort keys of 1,024 bytes.
  sortKeyPrefix: [
    /^[\w:/#.~-]{1,256}$/,
    'how the sort keys of its items begin, or an array of such texts: 1 to 256 letters, digits and characters of :/#.~_-',
  ],
  // Lambda reserves some names; others are set for all functions.
  when: [
    /^(?!AWS_|LAMBDA_|TABLE_NAME$|ACCESS$|REFERENCE$|PAGES$)[A-Z][A-Z0-9_]{0,63}$/,
    'the name of an environment variable, such as "SEARCH_ENDPOINT", that only such functions have',
  ],
} as const;

/** @returns undefined for a text that is missing or has another form, which is reported. */
function readText(node: SourceNode, key: keyof typeof texts, at = node.member(key)): string | undefined {
  const [pattern, accepted] = texts[key];
  if (!at) return node.report('E-BACKGROUND', `no "${key}"`, accepted);
  return at.matching(pattern, 'E-BACKGROUND', accepted);
}

function readChange(node: SourceNode, context: TypeContext): Schema | undefined {
  const at = typeNameNode(node);
  const schema = readType(node, context);
  if (schema && modelOf(schema) !== undefined) return schema;
  if (at && !schema) return undefined;
  const accepted = 'the id of a model with the properties "pk" and "sk"';
  return (at ?? node).report('E-TYPE', at ? quote(at.value) : 'no dataType', accepted);
}
