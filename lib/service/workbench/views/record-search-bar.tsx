/** What is asked for of the records of a stream: a query, the time of the chart, its colors, and the time of the push. */

import { useLayoutEffect, useState } from 'preact/hooks';
import { queryIssue } from '../client/query-completion.ts';
import { allTime, pushed, type RecordSearch, spans } from '../client/record-search.ts';
import type { RecordsAsked, StreamField } from '../client/stream-records.ts';
import { Combobox } from '../parts/combobox.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { QueryField } from './query-field.tsx';

interface RecordSearchBarProps {
  readonly asked: RecordsAsked;
  readonly fields: readonly StreamField[];
  readonly go: (changed: Partial<RecordSearch>) => void;
  readonly again: () => void;
}

export function RecordSearchBar({ asked, fields, go, again }: RecordSearchBarProps) {
  const { search } = asked;
  const [text, setText] = useState(search.query);
  const [by, setBy] = useState(search.by);
  // A query is not wrong while somebody writes it: only one that was searched for.
  const [isChecked, setChecked] = useState(true);
  // A click on a value or in the chart changes the search, too.
  useLayoutEffect(() => {
    setText(search.query);
    setBy(search.by);
    setChecked(true);
  }, [search.query, search.by]);
  const issue = isChecked ? queryIssue(text) : undefined;
  return (
    <form
      class="records-search"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (queryIssue(text)) return;
        if (text === search.query && by === search.by) again();
        else go({ query: text, by });
      }}
    >
      <QueryField
        asked={asked}
        text={text}
        fields={fields}
        issue={issue}
        onText={(changed) => {
          setText(changed);
          if (!issue) setChecked(false);
        }}
      />
      <TimeMenus search={search} fields={fields} go={go} />
      <Combobox
        label="Color by"
        placeholder="Color by a field"
        value={by}
        choices={fields.map(({ path, type }) => ({ value: path, detail: type }))}
        onInput={setBy}
        onChoose={(chosen) => go({ by: chosen })}
      />
      <button type="submit" class="main">
        Search
      </button>
    </form>
  );
}

interface TimeMenusProps {
  readonly search: RecordSearch;
  readonly fields: readonly StreamField[];
  readonly go: (changed: Partial<RecordSearch>) => void;
}

function TimeMenus({ search, fields, go }: TimeMenusProps) {
  const times = fields
    .filter(({ type, path }) => type === 'date' || path === search.time)
    .map(({ path }) => path);
  const named = new Set([pushed, search.time, ...times]);
  const titles: Readonly<Record<string, string>> = {
    [allTime]: 'All time',
    ...Object.fromEntries(Object.entries(spans).map(([name, { title }]) => [name, title])),
  };
  const span = search.from === undefined ? titles[search.span] : 'Zoomed in';
  return (
    <>
      <Menu
        class="choice"
        label={`Time of the chart: ${timeTitle(search.time)}`}
        items={[...named].map((name) => ({ title: timeTitle(name), act: () => go({ time: name }) }))}
      >
        {timeTitle(search.time)} <Icon name="down" />
      </Menu>
      <Menu
        class="choice"
        label={`Time of the push: ${span}`}
        items={Object.entries(titles).map(([name, title]) => ({
          title,
          act: () => go({ span: name, from: '', to: '' }),
        }))}
      >
        {span} <Icon name="down" />
      </Menu>
    </>
  );
}

function timeTitle(name: string): string {
  return name === pushed ? 'By the time of the push' : `By ${name}`;
}
