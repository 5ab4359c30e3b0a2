/** Chooses one of the types of steps, by their categories. */

import { catalogueState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';

interface TypeChoiceProps {
  readonly label: string;
  readonly onChoose: (type: string) => void;
}

export function TypeChoice({ label, onChoose }: TypeChoiceProps) {
  const groups = Map.groupBy(useStore(catalogueState), ({ category }) => category);
  return (
    <label>
      {label}
      <select
        value=""
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') onChoose(currentTarget.value);
          currentTarget.value = '';
        }}
      >
        <option value="">Choose a type</option>
        {[...groups].map(([category, own]) => (
          <optgroup key={category} label={category}>
            {own.map(({ type, summary }) => (
              <option key={type} value={type}>
                {type}: {summary}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
