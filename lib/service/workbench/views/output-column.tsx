/** What became of the records. */

import { writeJson } from '../../../shared/json/lossless-json.ts';
import { runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';

export function OutputColumn() {
  const { report, fault } = useStore(runState);
  return (
    <section class="column" aria-labelledby="output-title">
      <h2 id="output-title">Output</h2>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      <ol class="documents">
        {report?.outcomes.slice(0, 100).map(({ position, part, document, failure }) => (
          <li key={`${position} ${part}`}>
            <pre>{document ? writeJson(document) : failure?.message}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}
