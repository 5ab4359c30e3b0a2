/** What the indexes of a source's streams would refuse, before its steps are saved. The service knows their mappings. */

import { bench, enabledPipeline } from '../client/bench.ts';
import type { StoredSource } from '../client/source.ts';
import { useStore } from '../client/store.ts';
import { compareIndexes } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Fault } from './list-parts.tsx';

/** A key press within this time begins the wait anew. */
const restMs = 500;

export function IndexWarnings({ source }: { readonly source: StoredSource }) {
  const { cards } = useStore(bench);
  const pipeline = enabledPipeline(cards);
  const { value = [], fault } = useLoaded(`${source._id} ${JSON.stringify(pipeline)}`, async () => {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    // Nobody wants the result any more.
    return bench.value.cards === cards ? compareIndexes(source._id, pipeline) : [];
  });
  return (
    <>
      <Fault fault={fault} />
      {value.map(({ index, refused, refusals }) => (
        <p key={index} class={refused > 0 ? 'issue' : 'quiet'}>
          {refused > 0
            ? `The index ${index} would refuse ${refused} documents of the stored sample, first: ${refusals[0]?.message}`
            : `The index ${index} takes all documents of the stored sample.`}
        </p>
      ))}
    </>
  );
}
