/** How records are read: the format of the source and its options. */

import { useState } from 'preact/hooks';
import { bench, change, type InputFormat } from '../client/bench.ts';
import { formatTitles } from '../client/read-content.ts';
import { useStore } from '../client/store.ts';

function setInput(input: InputFormat, key: string): void {
  change(({ isRecords: _, ...before }) => ({ ...before, input }), key);
}

export function FormatFields() {
  const { input, isRecords = false } = useStore(bench);
  const { format } = input;
  return (
    <div class="row">
      <label>
        Format
        <select
          value={format}
          onChange={({ currentTarget: { value } }) =>
            setInput({ format: value as InputFormat['format'] }, 'format')
          }
        >
          {Object.entries(formatTitles).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {isRecords ? <p class="quiet">These lines are stored records, an object a line.</p> : null}
      {format === 'csv' ? <CsvFields input={input} /> : null}
      {format === 'text' ? <MultilineFields input={input} /> : null}
    </div>
  );
}

const separatorNames = new Map([
  ['\t', 'tab'],
  [' ', 'space'],
]);

function CsvFields({ input }: { readonly input: InputFormat }) {
  const { csv = {} } = input;
  const set = (changed: InputFormat['csv'], key: string) =>
    setInput({ ...input, csv: { ...csv, ...changed } }, `csv ${key}`);
  const columns = csv.columns?.join(', ') ?? '';
  return (
    <>
      <label>
        Separator
        <select
          value={csv.separator ?? ','}
          onChange={({ currentTarget: { value } }) => set({ separator: value }, 'separator')}
        >
          {[',', ';', '\t', '|', ...[csv.separator ?? ','].filter((one) => !',;\t|'.includes(one))].map(
            (one) => (
              <option key={one} value={one}>
                {separatorNames.get(one) ?? one}
              </option>
            ),
          )}
        </select>
      </label>
      <FinishedText
        label="Columns, if no line names them"
        value={columns}
        onFinish={(value) => {
          const { columns: _, header, ...others } = csv;
          const rest = header === 'w3c' ? { ...others, header } : others;
          const columns = value.split(',').map((name) => name.trim());
          // A first line that does not name them is a record.
          const named = { header: header === false ? header : 'first', ...rest, columns };
          setInput({ ...input, csv: value.trim() === '' ? rest : named }, 'columns');
        }}
      />
    </>
  );
}

function MultilineFields({ input }: { readonly input: InputFormat }) {
  const begins = input.multiline?.begins ?? '';
  return (
    <FinishedText
      label="A record begins with (regular expression)"
      value={begins}
      placeholder="each line, with its stack trace"
      onFinish={(value) => {
        const { multiline: _, ...rest } = input;
        setInput(value === '' ? rest : { ...rest, multiline: { begins: value } }, 'multiline');
      }}
    />
  );
}

interface FinishedTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onFinish: (value: string) => void;
}

/** A text that counts when its field is left. Each result of the engine shows the field again, with what is typed so far. */
function FinishedText({ label, value, placeholder = '', onFinish }: FinishedTextProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <label>
      {label}
      <input
        value={typed ?? value}
        placeholder={placeholder}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => {
          setTyped(undefined);
          onFinish(currentTarget.value);
        }}
      />
    </label>
  );
}
