/** The steps as JSON, as a source has them. */

import { readJson, writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { bench, cardsOf, change, enabledPipeline } from '../client/bench.ts';
import { readGivenPipeline } from '../client/read-content.ts';
import { runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import type { PipelineContent } from '../engine/protocol.ts';
import { CompletedText } from './completed-text.tsx';

export function PipelineJson() {
  const { report } = useStore(runState);
  const [text, setText] = useState(() => textOf(enabledPipeline(bench.value.cards)));
  const [problem, setProblem] = useState('');
  return (
    <div class="stack">
      <CompletedText
        text={text}
        onText={(value) => {
          setText(value);
          const read = contentOf(value);
          setProblem(typeof read === 'string' ? read : '');
          if (typeof read !== 'string') change((before) => ({ ...before, cards: cardsOf(read) }), 'json');
        }}
      />
      {problem === '' ? null : (
        <p class="issue" role="alert">
          {problem}
        </p>
      )}
      {(report?.issues ?? []).map(({ pointer, message }) => (
        <p key={pointer + message} class="issue">
          {pointer} {message}
        </p>
      ))}
    </div>
  );
}

function textOf({ preprocessors, on_failure: onFailure }: PipelineContent): string {
  return writeJson({ preprocessors, ...(onFailure.length > 0 ? { on_failure: onFailure } : {}) }, 2);
}

/** @returns what is wrong, as a sentence, unless it is a pipeline. */
function contentOf(text: string): Partial<PipelineContent> | string {
  try {
    return (
      readGivenPipeline(readJson(text)) ??
      'It must have preprocessors and on_failure, lists of objects with a type.'
    );
  } catch (error) {
    return `This is not JSON yet: ${(error as Error).message}`;
  }
}
