/** What a person says about a source: its name, description and tags, changed in place. */

import { useRef, useState } from 'preact/hooks';
import { ProblemError } from '#generated/client.ts';
import type { TaggedSource } from '../client/source.ts';
import { changeAbout } from '../client/stored-source.ts';
import { DeleteSource } from './delete-source.tsx';
import { Fault } from './list-parts.tsx';
import { Scoped } from './scoped.tsx';

interface SourceAboutProps {
  readonly tagged: TaggedSource;
  /** Called after a change, and when somebody else has made one. */
  readonly reload: () => void;
}

export function SourceAbout({ tagged, reload }: SourceAboutProps) {
  const [isEdited, setEdited] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { _id: id, name, description } = tagged.source;
  const finish = () => {
    setEdited(false);
    reload();
    heading.current?.focus();
  };
  return (
    <>
      <div class="row">
        <h2 id="source-title" ref={heading} tabIndex={-1}>
          {name ?? id}
        </h2>
        <span class="space" />
        <Scoped scope="source:write">
          <button type="button" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
            Edit name and tags
          </button>
          <DeleteSource tagged={tagged} />
        </Scoped>
      </div>
      {description === undefined ? null : <p>{description}</p>}
      {isEdited ? <AboutForm tagged={tagged} reload={reload} finish={finish} /> : null}
    </>
  );
}

interface AboutFormProps extends SourceAboutProps {
  readonly finish: () => void;
}

function AboutForm({ tagged, reload, finish }: AboutFormProps) {
  const { name = '', description = '', tags } = tagged.source;
  const [fault, setFault] = useState<string>();
  /** What somebody else has changed: it is loaded again. */
  const [stale, setStale] = useState<TaggedSource>();
  const save = async (form: FormData) => {
    const textOf = (member: string) => String(form.get(member)).trim();
    const given = textOf('tags').split(/[\s,]+/);
    try {
      await changeAbout(tagged, {
        name: textOf('name'),
        description: textOf('description'),
        tags: [...new Set(given.filter((tag) => tag !== ''))],
      });
      finish();
    } catch (error) {
      const isConflict = error instanceof ProblemError && error.problem.status === 412;
      setFault(
        isConflict
          ? 'Somebody else has changed this source: it is shown as it is now. Save again to keep yours.'
          : (error as Error).message,
      );
      if (!isConflict) return;
      setStale(tagged);
      reload();
    }
  };
  return (
    <form
      class="about"
      aria-label="Name, description and tags"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <label>
        Name
        <input name="name" maxLength={128} defaultValue={name} />
      </label>
      <label>
        Description
        <textarea name="description" maxLength={1024} rows={2} defaultValue={description} />
      </label>
      <label>
        Tags, with commas between
        <input name="tags" defaultValue={tags.join(', ')} />
      </label>
      <div class="row">
        <button type="submit" class="main" disabled={stale === tagged}>
          Save
        </button>
        <button type="button" onClick={finish}>
          Cancel
        </button>
      </div>
      <Fault fault={fault} />
    </form>
  );
}
