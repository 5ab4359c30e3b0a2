/** An editor of patterns: of grok, of dissect, or regular expressions. */

import { isObject } from 'headwater/json';
import { useEffect, useMemo } from 'preact/hooks';
import { fieldsAt } from '../client/known-fields.ts';
import { type KnownPattern, knownPatterns, loadPatterns } from '../client/languages/pattern-bank.ts';
import { recordTrace } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { StepConfiguration } from '../engine/protocol.ts';
import { Editor } from '../parts/editor.tsx';
import { useLanguages } from './use-languages.ts';

export type PatternKind = 'grok' | 'dissect' | 'regex';

const kinds: Readonly<Record<string, PatternKind>> = {
  'grok patterns': 'grok',
  'redact patterns': 'grok',
  'dissect pattern': 'dissect',
  'gsub pattern': 'regex',
  'split separator': 'regex',
  'kv field_split': 'regex',
  'kv value_split': 'regex',
};

/** @returns undefined for an option that has no pattern. */
export function patternKind(type: string, option: string): PatternKind | undefined {
  return kinds[`${type} ${option}`];
}

interface PatternFieldProps {
  readonly id: string;
  readonly label: string;
  readonly kind: PatternKind;
  readonly text: string;
  /** Empty if nothing is wrong. */
  readonly problem: string;
  readonly isSingle: boolean;
  readonly configuration: StepConfiguration;
  /** Of the step in the pipeline; undefined for a step after a failure. */
  readonly index: number | undefined;
  readonly onText: (text: string) => void;
}

export function PatternField({ kind, configuration, index, ...field }: PatternFieldProps) {
  const trace = useStore(recordTrace);
  const banks = useStore(knownPatterns);
  useEffect(() => {
    if (kind === 'grok') void loadPatterns();
  }, [kind]);
  const { pattern_definitions: own, ecs_compatibility: ecs, type } = configuration;
  const languages = useLanguages();
  const language = useMemo(() => {
    if (!languages || kind === 'regex') return languages?.regexLanguage;
    const step = trace?.steps.find((one) => one.index === index && one.pointer === undefined);
    const explained = step?.type === type ? step.explained : undefined;
    const around = { fields: fieldsAt(index).map(({ value }) => value), explained };
    const bank = ecs === 'v1' ? banks?.v1 : banks?.disabled;
    const patterns = bank && new Map([...ownPatterns(own), ...bank, ...ownPatterns(own)]);
    return kind === 'grok'
      ? languages.grokLanguage({ ...around, patterns })
      : languages.dissectLanguage(around);
  }, [languages, kind, trace, banks, own, ecs, index, type]);
  return <Editor {...field} language={language} />;
}

/** The definitions of the step itself. They come first, and count in place of the others. */
function ownPatterns(given: unknown): readonly (readonly [string, KnownPattern])[] {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([name, pattern]) =>
    typeof pattern === 'string' ? [[name, { name, pattern }] as const] : [],
  );
}
