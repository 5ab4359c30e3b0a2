/** The work as a text: for a shell, for Elasticsearch, as a file, or as a link. */

import { writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { bench, enabledPipeline } from '../client/bench.ts';
import { linkOf } from '../client/link.ts';
import { sourceBody, sourceState } from '../client/source.ts';
import { Store, useStore } from '../client/store.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

interface Form {
  readonly title: string;
  readonly write: (name: string) => Promise<string>;
}

const forms: readonly Form[] = [
  { title: 'curl', write: async (name) => curlOf(name) },
  { title: 'Elasticsearch pipeline', write: ingestPipelineOf },
  { title: 'Source file', write: async (name) => writeJson(sourceBody(name), 2) },
  { title: 'Link', write: () => linkOf(bench.value) },
];

interface Copied {
  readonly title: string;
  /** Undefined while it is written. */
  readonly text?: string;
}

const copied = new Store<Copied | undefined>(undefined);

export function CopyMenu({ name }: { readonly name: string }) {
  const write = async (form: Form) => {
    const asked: Copied = { title: form.title };
    copied.set(asked);
    const text = await form.write(name);
    // Another form may have been asked for meanwhile.
    if (copied.value === asked) copied.set({ ...asked, text });
  };
  return (
    <Menu items={forms.map((form) => ({ title: form.title, act: () => void write(form) }))}>
      Copy as <Icon name="down" />
    </Menu>
  );
}

export function CopiedText() {
  const shown = useStore(copied);
  if (shown?.text === undefined) return null;
  return <CopiedPanel key={shown.title} title={shown.title} text={shown.text} />;
}

function CopiedPanel({ title, text }: Required<Copied>) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // A browser may refuse; the text can be copied by hand.
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isDone);
  };
  return (
    <div class="stack">
      <label>
        {title}
        <textarea class="code" readOnly rows={Math.min(20, text.split('\n').length + 1)} value={text} />
      </label>
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" class="ghost" onClick={() => copied.set(undefined)}>
          Close
        </button>
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
      </div>
    </div>
  );
}

function curlOf(name: string): string {
  const { source, etag } = sourceState.value;
  const address = new URL(`v1/source${source ? `/${source._id}` : ''}`, document.baseURI);
  const body = writeJson(sourceBody(name), 2).replaceAll("'", "'\\''");
  const lines = [
    `curl -s ${source ? '-X PUT ' : ''}'${address}'`,
    ...(source ? [`  -H 'If-Match: ${etag}'`] : []),
    `  -H 'Content-Type: application/json'`,
    `  -d '${body}'`,
  ];
  return lines.join(' \\\n');
}

async function ingestPipelineOf(name: string): Promise<string> {
  const { writeIngestPipeline } = await import('../client/ingest-pipeline.ts');
  return writeIngestPipeline(enabledPipeline(bench.value.cards), name);
}
