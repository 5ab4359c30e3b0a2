/** What to do on an empty page: paste, drop, or try an example. */

import { examples, showExample } from '../client/examples.ts';
import { startTour } from '../client/tour.ts';

export function FirstSteps() {
  return (
    <section class="first-steps" aria-labelledby="first-title">
      <h3 id="first-title">No log at hand? Try one of these</h3>
      <ul>
        {examples.map((example) => (
          <li key={example.title}>
            <button type="button" onClick={() => showExample(example)}>
              <strong>{example.title}</strong>
              <code>{example.text.split('\n')[0]}</code>
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">
        The page finds the format and suggests steps. Nothing leaves this browser before you save or push.
      </p>
      <button type="button" class="ghost" onClick={startTour}>
        Take a short tour
      </button>
    </section>
  );
}
