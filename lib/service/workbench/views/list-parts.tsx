/** What the lists of sources and streams have in common. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useStore } from '../client/store.ts';
import type { ListedPage, Stream } from '../client/stored.ts';
import { offsetText, type Precision, timeText, timeZone } from '../client/time-zone.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { amountText } from './charts.tsx';

export function SearchForm({ label, query, children }: SearchFormProps) {
  return (
    <search>
      <form
        class="row search"
        onSubmit={(event) => {
          event.preventDefault();
          const given = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
          const next = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
          const [path] = location.hash.split('?');
          location.hash = next.size === 0 ? `${path}` : `${path}?${next}`;
        }}
      >
        <label>
          {label}
          <input name="query" type="search" defaultValue={query} key={query} />
        </label>
        {children}
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

interface SearchFormProps {
  readonly label: string;
  readonly query: string;
  readonly children?: ComponentChildren;
}

interface Pages<One> {
  readonly hits: readonly One[];
  readonly total: string;
  readonly fault: string | undefined;
  readonly isLoading: boolean;
  /** Present while there are more. */
  readonly more?: () => void;
  readonly retry: () => void;
}

/**
 * The hits of a list, page after page.
 *
 * @param key Another key begins anew.
 * @param noun What the hits are, in the singular.
 */
export function usePages<One>(
  key: string,
  noun: string,
  load: (after?: string) => Promise<ListedPage<One>>,
): Pages<One> {
  const [further, setFurther] = useState<{
    readonly key: string;
    readonly pages: readonly ListedPage<One>[];
  }>({
    key,
    pages: [],
  });
  const [fault, setFault] = useState<string>();
  const first = useLoaded(key, () => load());
  const added = further.key === key ? further.pages : [];
  const all = first.value ? [first.value, ...added] : [];
  const after = all.at(-1)?.after;
  const more = () => {
    load(after).then(
      (page) => {
        setFault(undefined);
        setFurther({ key, pages: [...added, page] });
      },
      (error: Error) => setFault(error.message),
    );
  };
  return {
    hits: all.flatMap(({ hits }) => hits),
    total: first.value
      ? `${first.value.total_relation === 'gte' ? 'at least ' : ''}${amountText(first.value.total, noun)}`
      : '',
    fault: first.fault ?? fault,
    isLoading: first.isLoading,
    retry: first.fault === undefined ? more : first.reload,
    ...(after === undefined ? {} : { more }),
  };
}

interface FaultProps {
  /** Why something is not there. */
  readonly fault: string | undefined;
  readonly retry?: (() => void) | undefined;
}

export function Fault({ fault, retry }: FaultProps) {
  if (fault === undefined) return null;
  return (
    <div class="row" role="alert">
      <span class="issue">{fault}</span>
      {retry ? (
        <button type="button" onClick={retry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

export function StateMark({ state }: { readonly state: Stream['state'] }) {
  return <span class={`state ${state}`}>{state}</span>;
}

interface ShortTimeProps {
  readonly time: string;
  readonly precision?: Precision;
  /** What is around it says the zone, such as the head of a column. */
  readonly isZoneKnown?: boolean;
}

/** In the zone that a person has chosen, such as `2026-01-02 03:04 UTC`. */
export function ShortTime({ time, precision = 'minutes', isZoneKnown = false }: ShortTimeProps) {
  const zone = useStore(timeZone);
  return (
    <time dateTime={time} title={time}>
      {timeText(time, zone, precision)}
      {isZoneKnown ? '' : ` ${offsetText(time, zone)}`}
    </time>
  );
}

export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
