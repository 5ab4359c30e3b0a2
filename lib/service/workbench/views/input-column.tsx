/** The text, how its records are read, and what became of each. */

import { useState } from 'preact/hooks';
import { bench, change, setText, usualLimit } from '../client/bench.ts';
import { readTextFile } from '../client/read-file.ts';
import { runState } from '../client/runner.ts';
import { useStore } from '../client/store.ts';
import { FirstSteps } from './first-steps.tsx';
import { FormatFields } from './format-fields.tsx';
import { RecordList } from './record-list.tsx';
import { StoredRecords } from './stored-records.tsx';

/** A longer text is not shown for editing, in characters. */
const maxShown = 300_000;
const manyRecords = 10_000;

export function InputColumn() {
  const { text, limit } = useStore(bench);
  const { report } = useStore(runState);
  const [note, setNote] = useState('');
  const take = async (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (!file) return;
    const { text: content, encoding } = await readTextFile(file);
    setText(content);
    setNote(`${file.name}: ${encoding}, ${file.size.toLocaleString('en')} bytes`);
  };
  return (
    <section
      class="pane"
      id="input"
      aria-labelledby="input-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        void take(event.dataTransfer.files);
      }}
    >
      <div class="pane-head">
        <h2 id="input-title">Input</h2>
        <span class="space" />
        <StoredRecords onLoaded={setNote} />
        <label class="file">
          Open a file
          <input type="file" onChange={({ currentTarget: { files } }) => void take(files)} />
        </label>
      </div>
      <div class="input-fields">
        {note === '' ? null : <p class="quiet">{note}</p>}
        <TextField text={text} onText={() => setNote('')} />
        {text === '' ? null : <FormatFields />}
        {report?.problem === undefined ? null : <p role="alert">{report.problem}</p>}
        {text === '' ? null : (
          <label class="inline">
            <input
              type="checkbox"
              checked={limit > usualLimit}
              onChange={({ currentTarget: { checked } }) =>
                change((before) => ({ ...before, limit: checked ? manyRecords : usualLimit }))
              }
            />
            Run the first 10,000 records in place of 1,000
          </label>
        )}
      </div>
      {text === '' ? <FirstSteps /> : <RecordList />}
    </section>
  );
}

function TextField({ text, onText }: { readonly text: string; readonly onText: () => void }) {
  if (text.length > maxShown)
    return (
      <div class="row">
        <p class="quiet">
          The text has {text.length.toLocaleString('en')} characters, too many to edit here.
        </p>
        <button type="button" onClick={() => setText('')}>
          Remove it
        </button>
      </div>
    );
  return (
    <label>
      Paste lines, JSON or CSV, or drop a file
      <textarea
        class={text === '' ? 'records is-empty' : 'records'}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          onText();
          // What is typed into stored records is one of them.
          if (value === '' || !bench.value.isRecords) setText(value, 'text');
          else change((before) => ({ ...before, text: value }), 'text');
        }}
      />
    </label>
  );
}
