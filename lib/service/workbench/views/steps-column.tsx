/** The steps of the pipeline. */

import { bench } from '../client/bench.ts';
import { useStore } from '../client/store.ts';

export function StepsColumn() {
  const { cards } = useStore(bench);
  return (
    <section class="column" aria-labelledby="steps-title">
      <h2 id="steps-title">Steps</h2>
      <ol class="cards">
        {cards.preprocessors.map(({ id, configuration }) => (
          <li key={id}>{configuration.type}</li>
        ))}
      </ol>
    </section>
  );
}
