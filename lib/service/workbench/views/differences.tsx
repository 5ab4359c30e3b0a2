/** Values that are not those that were there or expected. */

import { writeJson } from 'headwater/json';
import type { UnexpectedValue } from '../../samples/expected-documents.ts';

interface DifferencesProps {
  readonly differences: readonly UnexpectedValue[];
  /** What each of two values is called. */
  readonly names: readonly [before: string, now: string];
}

const maxShown = 20;
const maxText = 300;

export function DifferenceList({ differences, names: [before, now] }: DifferencesProps) {
  return (
    <>
      {differences.slice(0, maxShown).map(({ part, path, expected, found }) => (
        <div key={`${part ?? ''} ${path}`}>
          <h4>
            {part === undefined ? '' : `part ${part} `}
            {path === '' ? 'the document' : path}
          </h4>
          <pre class="difference removed">
            − {before}: {textOf(expected)}
          </pre>
          <pre class="difference added">
            + {now}: {textOf(found)}
          </pre>
        </div>
      ))}
      {differences.length > maxShown ? (
        <p class="quiet">{differences.length - maxShown} more differ.</p>
      ) : null}
    </>
  );
}

function textOf(value: UnexpectedValue['found']): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  const text = writeJson(value);
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
