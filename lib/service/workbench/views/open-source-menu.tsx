/** The source that is open: its versions, its page, and closing it. */

import { useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { closeSource, isUnsaved, type StoredSource, sourceState } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { compareWith, takeVersion } from '../client/versions.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { ReplaceWork } from './replace-work.tsx';
import { VersionList } from './version-list.tsx';

export function OpenSourceMenu() {
  const { source } = useStore(sourceState);
  const [isListed, setListed] = useState(false);
  if (!source) return null;
  return (
    <>
      <Menu
        items={[
          { title: 'Versions', act: () => setListed(true) },
          { title: 'Name, tags, streams', act: () => goTo(hrefOf('sources', source._id)) },
          { title: 'Close the source', act: closeSource },
        ]}
      >
        Source <Icon name="down" />
      </Menu>
      {isListed ? <VersionsDialog source={source} close={() => setListed(false)} /> : null}
    </>
  );
}

function goTo(href: string): void {
  location.hash = href;
}

interface VersionsDialogProps {
  readonly source: StoredSource;
  readonly close: () => void;
}

function VersionsDialog({ source, close }: VersionsDialogProps) {
  const [asked, setAsked] = useState<StoredSource>();
  const finish = (act: (version: StoredSource) => void) => (version: StoredSource) => {
    act(version);
    close();
    document.getElementById('output')?.scrollIntoView();
  };
  const restore = finish(takeVersion);
  if (asked)
    return (
      <Dialog title={`Restore revision ${asked.revision}`} close={close}>
        <ReplaceWork replace={() => restore(asked)} cancel={() => setAsked(undefined)}>
          The unsaved steps of {source.name ?? source._id} are replaced. Undo brings them back.
        </ReplaceWork>
      </Dialog>
    );
  return (
    <Dialog title={`Versions of ${source.name ?? source._id}`} close={close}>
      <VersionList
        id={source._id}
        present={source.revision}
        compare={finish(compareWith)}
        restore={(version) => (isUnsaved() ? setAsked(version) : restore(version))}
      />
      <div class="row">
        <button type="button" onClick={close}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
