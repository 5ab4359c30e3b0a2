/** Chooses one of the types of steps: those that most pipelines have first, then all by their categories. */

import { catalogueState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { Combobox } from '../parts/combobox.tsx';

interface TypeChoiceProps {
  readonly label: string;
  readonly onChoose: (type: string) => void;
}

const frequent = [
  'grok',
  'dissect',
  'date',
  'set',
  'rename',
  'remove',
  'convert',
  'json',
  'user_agent',
  'drop',
];

export function TypeChoice({ label, onChoose }: TypeChoiceProps) {
  const types = useStore(catalogueState);
  const choiceOf = (group: string, type: string, summary: string) => ({
    value: type,
    detail: summary,
    group,
  });
  const first = frequent.flatMap((name) => types.find(({ type }) => type === name) ?? []);
  const byCategory = Map.groupBy(types, ({ category }) => category);
  return (
    <Combobox
      label={label}
      placeholder={label}
      class="type-choice"
      onChoose={onChoose}
      choices={[
        ...first.map(({ type, summary }) => choiceOf('Frequent', type, summary)),
        ...[...byCategory].flatMap(([category, own]) =>
          own.map(({ type, summary }) => choiceOf(category, type, summary)),
        ),
      ]}
    />
  );
}
