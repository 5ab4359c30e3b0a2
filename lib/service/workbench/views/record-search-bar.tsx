/** What is asked for of the records of a stream: a query, the time of the chart, its colors, and the time of the push. */

import { useState } from 'preact/hooks';
import { allTime, pushed, type RecordSearch, spans } from '../client/record-search.ts';
import type { StreamFields } from '../client/stream-records.ts';
import { Combobox } from '../parts/combobox.tsx';

interface RecordSearchBarProps {
  readonly search: RecordSearch;
  readonly fields: StreamFields | undefined;
  readonly go: (changed: Partial<RecordSearch>) => void;
  readonly again: () => void;
}

export function RecordSearchBar({ search, fields, go, again }: RecordSearchBarProps) {
  const { hits = [] } = fields ?? {};
  const times = hits
    .filter(({ type, path }) => type === 'date' || path === search.time)
    .map(({ path }) => path);
  const [text, setText] = useState(search.query);
  const [by, setBy] = useState(search.by);
  const isZoomed = search.from !== undefined;
  return (
    <form
      class="records-search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === search.query && by === search.by) again();
        else go({ query: text, by });
      }}
    >
      <input
        type="search"
        class="code"
        aria-label="Query"
        placeholder="Query, such as status:>=500 NOT url.path:health*"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget: { value } }) => setText(value)}
      />
      <select
        aria-label="Time of the chart"
        value={search.time}
        onChange={({ currentTarget: { value } }) => go({ time: value })}
      >
        {[pushed, ...times].map((name) => (
          <option key={name} value={name}>
            {name === pushed ? 'By the time of the push' : `By ${name}`}
          </option>
        ))}
      </select>
      <Combobox
        label="Color by"
        placeholder="Color by a field"
        value={by}
        choices={hits.map(({ path, type }) => ({ value: path, detail: type }))}
        onInput={setBy}
        onChoose={(chosen) => go({ by: chosen })}
      />
      <select
        aria-label="Time of the push"
        value={isZoomed ? 'zoomed' : search.span}
        onChange={({ currentTarget: { value } }) => {
          if (value !== 'zoomed') go({ span: value, from: '', to: '' });
        }}
      >
        {isZoomed ? <option value="zoomed">Zoomed in</option> : null}
        <option value={allTime}>All time</option>
        {Object.entries(spans).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button type="submit" class="main">
        Search
      </button>
    </form>
  );
}
