/** The query of records: completes fields and values, explains the operators, and marks a mistake at its place. */

import { useId, useState } from 'preact/hooks';
import { lastQueries } from '../client/kept-queries.ts';
import { choicesAt, placeAt, type QueryIssue } from '../client/query-completion.ts';
import { useStore } from '../client/store.ts';
import { fetchValues, type RecordsAsked, type StreamField } from '../client/stream-records.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Combobox } from '../parts/combobox.tsx';

interface QueryFieldProps {
  readonly asked: RecordsAsked;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly fields: readonly StreamField[];
  readonly issue: QueryIssue | undefined;
}

export function QueryField({ asked, text, onText, fields, issue }: QueryFieldProps) {
  const issueId = useId();
  const [cursor, setCursor] = useState(0);
  const place = placeAt(text, cursor);
  const field = fields.find(({ path }) => path === place?.field)?.path;
  const values = useLoaded(`values ${asked.id} ${field}`, async () =>
    field === undefined ? undefined : fetchValues(asked, field),
  );
  const kept = useStore(lastQueries).map((value) => ({
    value,
    group: 'Last queries',
    insert: { from: 0, to: text.length, text: value },
  }));
  return (
    <div class="query-field">
      <Combobox
        class="code"
        label="Query"
        placeholder="Query, such as status:>=500 NOT url.path:health*"
        value={text}
        choices={[
          ...(text === '' ? kept : []),
          ...(place ? choicesAt(text, place, { fields, more: values.value }) : []),
        ]}
        onInput={onText}
        onCursor={setCursor}
        field={issue ? { 'aria-invalid': true, 'aria-describedby': issueId } : {}}
      />
      {issue ? <IssueAtPlace id={issueId} text={text} issue={issue} /> : null}
    </div>
  );
}

interface IssueAtPlaceProps {
  readonly id: string;
  readonly text: string;
  readonly issue: QueryIssue;
}

function IssueAtPlace({ id, text, issue: { message, offset } }: IssueAtPlaceProps) {
  const wrong = /^(?:\S+|\s)?/.exec(text.slice(offset))?.[0] ?? '';
  return (
    <p id={id} class="issue query-issue" role="alert">
      <code>
        {text.slice(0, offset)}
        <mark>{wrong === '' ? '\u00a0' : wrong}</mark>
        {text.slice(offset + wrong.length)}
      </code>{' '}
      {message}
    </p>
  );
}
