/** The text, and how its records are read. */

import { bench, change, type InputFormat } from '../client/bench.ts';
import { useStore } from '../client/store.ts';

const formats = ['text', 'json', 'ndjson', 'csv'] as const satisfies readonly InputFormat['format'][];

export function InputColumn() {
  const { text, input } = useStore(bench);
  return (
    <section class="column" aria-labelledby="input-title">
      <h2 id="input-title">Input</h2>
      <label>
        Records
        <textarea
          class="records"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => change((before) => ({ ...before, text: value }))}
        />
      </label>
      <label>
        Format
        <select
          value={input.format}
          onChange={({ currentTarget: { value } }) =>
            change((before) => ({ ...before, input: { format: value as InputFormat['format'] } }))
          }
        >
          {formats.map((format) => (
            <option key={format} value={format}>
              {format}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
