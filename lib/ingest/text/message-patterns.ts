/** Groups the messages of a log by what they have in common, with marks for the parts that differ. */

import { anyMark, commonWord, isSaying, messageForm, splitForm, topicOf } from './message-words.ts';

export interface MessagePattern {
  /** With marks such as `<number>`, and `<any>` for a word. */
  readonly pattern: string;
  /** The indexes of the messages, in their order. */
  readonly members: readonly number[];
}

/** In characters: the beginning says what a message is. */
const maxLength = 1_000;
const maxWords = 100;
/** The share of the saying words that two forms have in common at least. */
const alike = 0.75;
/** A word that has so many values where all else is the same is none of the pattern. */
const manyValues = 8;
/** Patterns of one number of words; further forms are counted together. */
const maxPatterns = 200;

interface Group {
  words: readonly string[];
  /** Whether each word has letters beside its marks. */
  saying: readonly boolean[];
  readonly members: number[];
}

/**
 * The order of the messages does not matter.
 *
 * @returns The most frequent first; each message is in one.
 */
export function messagePatterns(messages: readonly string[]): readonly MessagePattern[] {
  const forms = new Map<string, Group>();
  for (const [index, message] of messages.entries()) {
    const form = formOf(message);
    const known = forms.get(form);
    if (known) known.members.push(index);
    else {
      const words = splitForm(form).slice(0, maxWords);
      forms.set(form, { words, saying: words.map(isSaying), members: [index] });
    }
  }
  const byTopic = Map.groupBy(
    forms.values(),
    ({ words }) => `${words.length} ${words[topicOf(words)] ?? ''}`,
  );
  const merged = [...byTopic.values()].flatMap(mergeAlike);
  return joinTopics(merged)
    .map(({ words, members }) => ({ pattern: words.join(' '), members: members.toSorted((a, b) => a - b) }))
    .toSorted((a, b) => b.members.length - a.members.length || compare(a.pattern, b.pattern));
}

/** Of the first line: others are details. */
function formOf(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return messageForm(line.slice(0, maxLength).trim());
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Each form goes to the pattern that is most like it; frequent forms come first, whatever the order of the lines. */
function mergeAlike(forms: readonly Group[]): readonly Group[] {
  const groups: Group[] = [];
  const sorted = forms.toSorted(
    (a, b) => b.members.length - a.members.length || compare(a.words.join(' '), b.words.join(' ')),
  );
  for (const form of sorted) {
    const near = nearest(groups, form) ?? (groups.length >= maxPatterns ? groups.at(-1) : undefined);
    if (near) take(near, form);
    else groups.push({ ...form, members: [...form.members] });
  }
  return groups;
}

function nearest(groups: readonly Group[], form: Group): Group | undefined {
  let best: Group | undefined;
  let most = -1;
  for (const group of groups) {
    const likeness = likenessOf(group, form);
    if (likeness >= alike && likeness > most) {
      best = group;
      most = likeness;
    }
  }
  return best;
}

/** The share of the saying words that are the same; half of one for a word with a part in common, such as `user=<any>`. */
function likenessOf(pattern: Group, form: Group): number {
  let same = 0;
  const others: (readonly [own: string, other: string])[] = [];
  for (const [index, own] of pattern.words.entries()) {
    const other = form.words[index] ?? '';
    if (own === anyMark || !(pattern.saying[index] || form.saying[index])) continue;
    if (own === other) same++;
    else others.push([own, other]);
  }
  const saying = same + others.length;
  if (saying === 0) return 1;
  // Comparing parts takes time, and is in vain where too few words are the same.
  if (same + others.length / 2 < alike * saying) return 0;
  const partly = others.filter(([own, other]) => commonWord(own, other) !== anyMark).length;
  return (same + partly / 2) / saying;
}

function take(group: Group, { words, members }: Group): void {
  group.words = group.words.map((own, index) => commonWord(own, words[index] ?? ''));
  group.saying = group.words.map(isSaying);
  for (const member of members) group.members.push(member);
}

/** A topic may be a value: a line that begins with the name of a user has another one for each. */
function joinTopics(groups: readonly Group[]): readonly Group[] {
  const byRest = Map.groupBy(groups, ({ words }) => {
    const topic = topicOf(words);
    return words.map((word, index) => (index === topic ? anyMark : word)).join(' ');
  });
  return [...byRest.values()].flatMap((own) => {
    const [first, ...others] = own;
    if (!first || own.length < manyValues) return own;
    for (const other of others) take(first, other);
    return [first];
  });
}
