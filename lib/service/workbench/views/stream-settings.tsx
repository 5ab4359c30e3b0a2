/** What a person may change of a stream: `#/streams/ID/settings`. */

import { useState } from 'preact/hooks';
import { ProblemError } from '#generated/client.ts';
import { hrefOf } from '../client/route.ts';
import { getStream, patchStream, type Stream } from '../client/stored.ts';
import {
  formOf,
  issuesOf,
  patchOf,
  rebased,
  type SettingName,
  type StreamForm,
} from '../client/stream-settings.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { DeleteStream } from './delete-stream.tsx';
import { Fault } from './list-parts.tsx';
import { Scoped } from './scoped.tsx';
import { SettingField } from './setting-field.tsx';

export function StreamSettings({ id }: { readonly id: string }) {
  const { value, fault, reload } = useLoaded(`settings ${id}`, () => getStream(id));
  const stream = value?.data;
  return (
    <section class="page" aria-labelledby="settings-title">
      <p>
        <a href={hrefOf('streams', id)}>Back to the stream</a>
      </p>
      <h2 id="settings-title">Settings of {stream ? (stream.name ?? id) : 'the stream'}</h2>
      <Fault fault={fault} retry={reload} />
      {stream ? (
        <Scoped scope="stream:write">
          <SettingsForm stream={stream} etag={value.etag} />
          <DeleteStream stream={stream} etag={value.etag} onFailed={reload} />
        </Scoped>
      ) : null}
    </section>
  );
}

interface Stored {
  readonly stream: Stream;
  readonly etag: string | undefined;
}

type Outcome = { readonly note: string } | { readonly fault: string };

function useSettings(first: Stored) {
  const [stored, setStored] = useState(first);
  const [form, setForm] = useState<StreamForm>(formOf(first.stream));
  const [issues, setIssues] = useState<ReadonlyMap<SettingName, string>>(new Map());
  const [outcome, setOutcome] = useState<Outcome>();
  const { _id: id } = stored.stream;
  const patch = patchOf(stored.stream, form);
  const take = ({ data: stream, etag }: { readonly data: Stream; readonly etag?: string | undefined }) => {
    setStored({ stream, etag });
    return stream;
  };
  const refuse = async (error: unknown) => {
    setIssues(error instanceof ProblemError ? issuesOf(error.problem) : new Map());
    setOutcome({ fault: (error as Error).message });
    if (!(error instanceof ProblemError) || error.problem.status !== 412) return;
    const now = take(await getStream(id));
    setForm(rebased(form, stored.stream, now));
    setOutcome({
      fault: 'Somebody else has changed the stream. What you have changed is here still: save it once more.',
    });
  };
  const save = async () => {
    if (!patch) return;
    try {
      setForm(formOf(take(await patchStream(id, patch, stored.etag))));
      setIssues(new Map());
      setOutcome({ note: 'The settings are saved.' });
    } catch (error) {
      await refuse(error).catch(({ message }: Error) => setOutcome({ fault: message }));
    }
  };
  const change = (name: SettingName, text: string) => {
    setForm({ ...form, [name]: text });
    setOutcome(undefined);
  };
  const discard = () => {
    setForm(formOf(stored.stream));
    setIssues(new Map());
    setOutcome(undefined);
  };
  return { stored, form, issues, outcome, isChanged: patch !== undefined, save, change, discard };
}

const onErrors = {
  quarantine: 'are kept as failures, to be replayed',
  skip: 'are left out',
  reject: 'refuse their whole batch',
} as const;

function SettingsForm(props: Stored) {
  const { stored, form, issues, outcome, isChanged, save, change, discard } = useSettings(props);
  const fieldOf = (name: SettingName) => ({
    value: form[name],
    issue: issues.get(name),
    onInput: (text: string) => change(name, text),
  });
  const { sink, retention_days: days } = stored.stream;
  return (
    <form
      class="settings"
      aria-labelledby="settings-title"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingField label="Name" {...fieldOf('name')} />
      <SettingField label="Description" isLong {...fieldOf('description')} />
      <SettingField label="Tags" hint="Words with commas between them" {...fieldOf('tags')} />
      <fieldset class="choices-of-one">
        <legend>Records that fail</legend>
        {Object.entries(onErrors).map(([value, title]) => (
          <label key={value} class="inline">
            <input
              type="radio"
              name="on_error"
              value={value}
              checked={form.on_error === value}
              onChange={() => change('on_error', value)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <SettingField
        label="Days that records are kept"
        hint={`1 to 365. Records that are stored keep their time, now ${days} days; another number is for those that are pushed or replayed from now on.`}
        {...fieldOf('retention_days')}
      />
      <AlertFields fieldOf={fieldOf} hasSink={sink !== undefined} />
      <div class="row">
        <button type="submit" class="main" disabled={!isChanged}>
          Save
        </button>
        <button type="button" disabled={!isChanged} onClick={discard}>
          Discard
        </button>
        <p role="status">{outcome && 'note' in outcome ? outcome.note : ''}</p>
        <Fault fault={outcome && 'fault' in outcome ? outcome.fault : undefined} />
      </div>
    </form>
  );
}

interface AlertFieldsProps {
  readonly fieldOf: (name: SettingName) => {
    readonly value: string;
    readonly issue: string | undefined;
    readonly onInput: (text: string) => void;
  };
  readonly hasSink: boolean;
}

function AlertFields({ fieldOf, hasSink }: AlertFieldsProps) {
  return (
    <fieldset>
      <legend>Alerts, while the stream is open</legend>
      <SettingField
        label="Failures, in % of the records of the last hour"
        hint="It alerts while more of them fail. Empty: never."
        {...fieldOf('failure_share')}
      />
      <SettingField
        label="Silence, in minutes"
        hint="It alerts when nothing has been pushed for longer, from 5 minutes on. Empty: never."
        {...fieldOf('silence_minutes')}
      />
      {hasSink || fieldOf('lag').value !== '' ? (
        <SettingField
          label="Positions that the index may be behind"
          hint="It alerts while it is further behind. Empty: never."
          {...fieldOf('lag')}
        />
      ) : null}
      <p class="quiet">
        The list of streams shows what alerts, within a minute. An alarm rings where the stage has
        <code> streamAlarms</code>.
      </p>
    </fieldset>
  );
}
