/**
 * The work in hand, kept by the browser: it is there again after a reload, and what a closed tab has left can be taken up.
 * A draft never has a credential. Each tab holds a lock with the name of its draft, so that another tab can tell a draft
 * in use from one that was left.
 */

import { membersOf, writeJson } from 'headwater/json';
import { keptKeys, readKept, writeKept } from '../parts/kept.ts';
import { type Bench, bench, change, emptyBench, isEmpty } from './bench.ts';
import { closeSource, isUnsaved, type OpenSource, reopenSource, sourceState } from './source.ts';
import { Store } from './store.ts';
import { unfinishedTexts } from './typed-json.ts';
import { readWork, writeWork } from './written-work.ts';

const prefix = 'headwater.draft.';
/** In characters, for each draft: browsers keep some 5 million for a site. */
const maxDraft = 1_500_000;
/** Of those that were left, the newest are kept. */
const maxLeft = 5;
/** After the last change, in milliseconds. */
const pauseMs = 400;

export interface Draft {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly work: Bench;
  readonly open?: OpenSource;
}

/** Drafts that no tab has. */
export const leftDrafts = new Store<readonly Draft[]>([]);
/** Why the work is not kept. */
export const draftFault = new Store<string | undefined>(undefined);

/** The key of this tab's draft, which a reload finds again. */
let own = prefix + (sessionName() ?? rememberName(newName()));

/** Takes up what this tab had before a reload, and keeps it from now on. @returns what ends it. */
export function startDrafting(): () => void {
  begin();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, pauseMs);
  };
  const ends = [bench.subscribe(later), sourceState.subscribe(later)];
  addEventListener('pagehide', keep);
  addEventListener('beforeunload', guard);
  return () => {
    clearTimeout(timer);
    keep();
    removeEventListener('pagehide', keep);
    removeEventListener('beforeunload', guard);
    for (const end of ends) end();
  };
}

let hasBegun = false;

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  const before = readDraft(own);
  // Undo reaches no further back than the page.
  if (before) {
    bench.set(before.work);
    reopen(before);
  }
  // A browser has no locks where the page came without TLS: then nobody knows which drafts were left.
  void navigator.locks?.request(own, { ifAvailable: true }, (lock) => {
    if (lock) void findLeft();
    else void moveAway();
    // As long as the tab lives.
    return lock ? new Promise(() => undefined) : undefined;
  });
}

/** A tab that was duplicated has the work of the other, and from now on a draft of its own. */
async function moveAway(): Promise<void> {
  own = prefix + rememberName(newName());
  keep();
  await findLeft();
  await navigator.locks.request(own, () => new Promise(() => undefined));
}

async function findLeft(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const inUse = new Set([own, ...held.map(({ name }) => name)]);
  const drafts = keptKeys(prefix)
    .filter((key) => !inUse.has(key))
    .flatMap((key) => readDraft(key) ?? [])
    .toSorted((a, b) => b.time - a.time);
  // What a source has is not lost.
  const unsaved = drafts
    .filter(({ open, work }) => open?.isUnsaved !== false || unfinishedTexts(work).length > 0)
    .slice(0, maxLeft);
  for (const draft of drafts) if (!unsaved.includes(draft)) forget(draft.key);
  leftDrafts.set(unsaved);
}

/** Shows a draft. What is here is left in its place. */
export function takeDraft(draft: Draft): void {
  leaveWork();
  show(draft);
  dropDraft(draft);
}

export function dropDraft({ key }: Draft): void {
  forget(key);
  leftDrafts.update((drafts) => drafts.filter((one) => one.key !== key));
}

/** An empty page. The work is left as a draft unless a source has it. */
export function startAnew(): void {
  leaveWork();
  closeSource();
  change(() => emptyBench);
}

/** What no source has is a draft from now on: something else takes its place. */
export function leaveWork(): void {
  if (!isUnsaved() && unfinishedTexts(bench.value).length === 0) return;
  const key = prefix + newName();
  if (!write(key)) return;
  const draft = readDraft(key);
  if (draft) leftDrafts.update((drafts) => [draft, ...drafts]);
}

function show(draft: Draft): void {
  change(() => draft.work);
  reopen(draft);
}

function reopen({ open }: Pick<Draft, 'open'>): void {
  if (open) reopenSource(open);
  else closeSource();
}

function keep(): void {
  if (isEmpty(bench.value)) {
    forget(own);
    draftFault.set(undefined);
  } else write(own);
}

/** @returns whether the browser keeps it. */
function write(key: string): boolean {
  const { source, etag } = sourceState.value;
  const open = source && etag !== undefined ? { source, etag, isUnsaved: isUnsaved() } : undefined;
  const text = writeJson({ time: Date.now(), ...writeWork(bench.value), ...(open ? { open } : {}) });
  const isKept = text.length <= maxDraft && writeKept(key, text);
  const why =
    text.length > maxDraft
      ? `More than ${maxDraft.toLocaleString('en')} characters: this work is not kept when the page is closed.`
      : 'The browser does not keep this work when the page is closed.';
  if (!isKept) forget(key);
  draftFault.set(isKept ? undefined : why);
  return isKept;
}

/** @returns undefined for what another version of the page has written. */
function readDraft(key: string): Draft | undefined {
  const state = readKept(key);
  const work = readWork(state);
  const { time, open } = membersOf(state) as Readonly<Record<string, unknown>>;
  if (!work || typeof time !== 'number') return undefined;
  const isOpen = typeof membersOf(open)['etag'] === 'string';
  return { key, time, work, ...(isOpen ? { open: open as OpenSource } : {}) };
}

function forget(key: string): void {
  writeKept(key, undefined);
}

function sessionName(): string | undefined {
  try {
    return sessionStorage.getItem('headwater.tab') ?? undefined;
  } catch {
    return undefined;
  }
}

function newName(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function rememberName(name: string): string {
  try {
    sessionStorage.setItem('headwater.tab', name);
  } catch {
    // A reload does not find it again.
  }
  return name;
}

/** The browser asks before work is lost. */
function guard(event: BeforeUnloadEvent): void {
  keep();
  if (draftFault.value !== undefined && isUnsaved()) event.preventDefault();
}
