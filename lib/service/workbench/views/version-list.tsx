/** The versions of a source: when each was stored, what its change was about, and what it was. */

import { useState } from 'preact/hooks';
import type { StoredSource } from '../client/source.ts';
import { fetchVersion, fetchVersions, type SourceVersion } from '../client/stored-source.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { amountText } from './charts.tsx';
import { Facts, Fault, ShortTime } from './list-parts.tsx';
import { StepNames } from './step-names.tsx';

export interface VersionActs {
  readonly compare: (version: StoredSource) => void;
  readonly restore: (version: StoredSource) => void;
}

interface VersionListProps extends VersionActs {
  readonly id: string;
  /** Another one loads the list again. */
  readonly present: number;
}

export function VersionList({ id, present, ...acts }: VersionListProps) {
  const versions = useLoaded(`versions ${id} ${present}`, () => fetchVersions(id));
  return (
    <>
      <Fault fault={versions.fault} retry={versions.reload} />
      {versions.value ? null : versions.isLoading ? <p class="quiet">Loading</p> : null}
      <ol class="version-list" aria-label="Versions">
        {versions.value?.map((version, at) => (
          <Row key={version.revision} id={id} version={version} isPresent={at === 0} {...acts} />
        ))}
      </ol>
      {versions.value?.length === 1 ? (
        <p class="quiet">Each change keeps the version that it replaces: the last 20.</p>
      ) : null}
    </>
  );
}

interface RowProps extends VersionActs {
  readonly id: string;
  readonly version: SourceVersion;
  readonly isPresent: boolean;
}

function Row({ id, version, isPresent, compare, restore }: RowProps) {
  const { revision, updated, steps } = version;
  const [shown, setShown] = useState<StoredSource>();
  const [fault, setFault] = useState<string>();
  const use = (act: (version: StoredSource) => void) => {
    setFault(undefined);
    fetchVersion(id, revision).then(act, (error: Error) => setFault(error.message));
  };
  const look = () => (shown ? setShown(undefined) : use(setShown));
  return (
    <li>
      <div class="row">
        <strong>Revision {revision}</strong>
        {isPresent ? <span class="pill">present</span> : null}
        <ShortTime time={updated} />
        <span class="quiet">
          {amountText(steps, 'step')}
          {changeText(version)}
        </span>
        <span class="space" />
        <span class="inline">
          <button
            type="button"
            class="ghost"
            aria-expanded={shown !== undefined}
            aria-label={`Look at revision ${revision}`}
            onClick={look}
          >
            Look
          </button>
          {isPresent ? null : (
            <>
              <button
                type="button"
                aria-label={`Compare with revision ${revision}`}
                onClick={() => use(compare)}
              >
                Compare
              </button>
              <button type="button" aria-label={`Restore revision ${revision}`} onClick={() => use(restore)}>
                Restore
              </button>
            </>
          )}
        </span>
      </div>
      <Fault fault={fault} />
      {shown ? <Content version={shown} /> : null}
    </li>
  );
}

const memberNames: Readonly<Record<string, string>> = {
  preprocessors: 'steps',
  on_failure: 'steps after a failure',
  csv: 'CSV',
  multiline: 'lines that belong together',
};

/** @example changeText({ changed: ['name', 'preprocessors'], … }) // ', changed: name, steps' */
function changeText({ revision, changed }: SourceVersion): string {
  if (revision === 1) return ', created';
  if (!changed) return '';
  return changed.length === 0
    ? ', saved without a change'
    : `, changed: ${changed.map((name) => memberNames[name] ?? name).join(', ')}`;
}

function Content({ version }: { readonly version: StoredSource }) {
  const { name, description, tags, format, preprocessors, on_failure: onFailure = [] } = version;
  return (
    <div class="stack version">
      <Facts
        facts={{
          Name: name ?? 'none',
          ...(description === undefined ? {} : { Description: description }),
          Tags: tags.join(', ') || 'none',
          Format: format,
        }}
      />
      <StepNames steps={preprocessors} />
      {onFailure.length === 0 ? null : (
        <>
          <h4>After a failure</h4>
          <StepNames steps={onFailure} />
        </>
      )}
    </div>
  );
}
