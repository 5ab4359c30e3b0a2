/** The versions of a source in its view: one is compared or restored in the workbench. */

import { useState } from 'preact/hooks';
import { isUnsaved, type StoredSource } from '../client/source.ts';
import { compareWith, openVersion, takeVersion } from '../client/versions.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Fault } from './list-parts.tsx';
import { ReplaceWork } from './replace-work.tsx';
import { VersionList } from './version-list.tsx';

type Use = (version: StoredSource) => void;

export function SourceVersions({ source }: { readonly source: StoredSource }) {
  const [asked, setAsked] = useState<{ readonly version: StoredSource; readonly use: Use }>();
  const [fault, setFault] = useState<string>();
  const open = (version: StoredSource, use: Use) =>
    void openVersion(version, use).catch((error: Error) => setFault(error.message));
  const ask = (use: Use) => (version: StoredSource) =>
    isUnsaved() ? setAsked({ version, use }) : open(version, use);
  const close = () => setAsked(undefined);
  return (
    <section aria-labelledby="versions-title">
      <h3 id="versions-title">Versions</h3>
      <VersionList
        id={source._id}
        present={source.revision}
        compare={ask(compareWith)}
        restore={ask(takeVersion)}
      />
      <Fault fault={fault} />
      {asked ? (
        <Dialog title="Replace the work in the workbench?" close={close}>
          <ReplaceWork
            replace={() => {
              close();
              open(asked.version, asked.use);
            }}
            cancel={close}
          >
            The workbench has work that is not saved. It is left as a draft, which the workbench offers to
            take up.
          </ReplaceWork>
        </Dialog>
      ) : null}
    </section>
  );
}
