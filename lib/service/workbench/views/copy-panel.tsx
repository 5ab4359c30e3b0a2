/** The work as a text: for a shell, for Elasticsearch, as a file, or as a link. */

import { writeJson } from 'headwater/json';
import { useState } from 'preact/hooks';
import { bench, enabledPipeline } from '../client/bench.ts';
import { linkOf } from '../client/link.ts';
import { sourceBody, sourceState } from '../client/source.ts';

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

export function CopyPanel({ name }: { readonly name: string }) {
  const [shown, setShown] = useState<{ readonly title: string; readonly text: string }>();
  const [isCopied, setCopied] = useState(false);
  const show = async ({ title, write }: Form) => {
    setCopied(false);
    setShown({ title, text: await write(name) });
  };
  const copy = async () => {
    // A browser may refuse; the text can be copied by hand.
    const isDone = await navigator.clipboard.writeText(shown?.text ?? '').then(
      () => true,
      () => false,
    );
    setCopied(isDone);
  };
  return (
    <div class="stack">
      <div class="row">
        <span>Take it along:</span>
        {forms.map((form) => (
          <button
            key={form.title}
            type="button"
            aria-pressed={form.title === shown?.title}
            onClick={() => void (form.title === shown?.title ? setShown(undefined) : show(form))}
          >
            {form.title}
          </button>
        ))}
      </div>
      {shown ? (
        <>
          <label>
            {shown.title}
            <textarea
              class="code"
              readOnly
              rows={Math.min(20, shown.text.split('\n').length + 1)}
              value={shown.text}
            />
          </label>
          <div class="row">
            <button type="button" onClick={() => void copy()}>
              Copy
            </button>
            <span role="status">{isCopied ? 'Copied.' : ''}</span>
          </div>
        </>
      ) : null}
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
