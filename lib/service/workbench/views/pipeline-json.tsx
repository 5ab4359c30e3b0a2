/** The steps as JSON, as a source has them. */

import { useMemo } from 'preact/hooks';
import { bench } from '../client/bench.ts';
import { catalogueState, runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { readStepsText, stepsText, stepsTextOf, typeStepsText, typeText } from '../client/typed-json.ts';
import { Editor } from '../parts/editor.tsx';
import { useLanguages } from './use-languages.ts';

export function PipelineJson() {
  const { report } = useStore(runState);
  const text = stepsTextOf(useStore(bench));
  const read = readStepsText(text);
  const types = useStore(catalogueState);
  const languages = useLanguages();
  const language = useMemo(() => languages?.jsonLanguage(types), [languages, types]);
  return (
    <div class="stack">
      <Editor
        id="steps-json"
        label="preprocessors and on_failure"
        text={text}
        isTall
        problem={typeof read === 'string' ? read : ''}
        language={language}
        onText={typeStepsText}
      />
      {typeof read === 'string' ? (
        <div class="row">
          <p class="issue" role="alert">
            {read}
          </p>
          <button type="button" onClick={() => typeText(stepsText, undefined)}>
            Discard the text
          </button>
        </div>
      ) : null}
      {(report?.issues ?? []).map(({ pointer, message }) => (
        <p key={pointer + message} class="issue">
          {pointer} {message}
        </p>
      ))}
    </div>
  );
}

/** Above the rows of steps, while there is a text of them that cannot be read yet. */
export function UnfinishedJson({ goOn }: { readonly goOn: () => void }) {
  const text = useStore(bench).typed[stepsText];
  if (text === undefined || typeof readStepsText(text) !== 'string') return null;
  return (
    <section class="unfinished" aria-label="Unfinished JSON">
      <p>The steps as JSON are unfinished. Below are those of the last text that could be read.</p>
      <div class="row">
        <button type="button" onClick={goOn}>
          Go on with the JSON
        </button>
        <button type="button" class="ghost" onClick={() => typeText(stepsText, undefined)}>
          Discard it
        </button>
      </div>
    </section>
  );
}
