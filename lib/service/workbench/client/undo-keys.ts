/**
 * Undo and redo by keyboard, and by the menu of the browser. The history of the page has each change of the bench. A field
 * whose text is not on the bench, such as one of a search, undoes its own text first.
 */

import { type Bench, bench, redo, undo } from './bench.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The field that a person types into, with the text that its own undo goes back to, and the bench at its last change. */
let own: { readonly field: TextField; start: string; work: Bench; undone: number } | undefined;

/** @returns what ends it. */
export function startUndoKeys(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('focusin', ({ target }) => begin(target), { signal });
  document.addEventListener('input', onInput, { signal });
  document.addEventListener('change', onInput, { signal });
  document.addEventListener('keydown', onKey, { signal });
  document.addEventListener('beforeinput', onBeforeInput, { signal });
  return () => ending.abort();
}

function begin(target: EventTarget | null): void {
  own = isTextField(target)
    ? { field: target, start: target.value, work: bench.value, undone: 0 }
    : undefined;
}

function isTextField(target: EventTarget | null): target is TextField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function onInput(event: Event): void {
  if (own?.field !== event.target) begin(event.target);
  if (!own) return;
  if (bench.value !== own.work) own.start = own.field.value;
  own.work = bench.value;
  const { inputType } = event as InputEvent;
  own.undone =
    inputType === 'historyUndo' ? own.undone + 1 : inputType === 'historyRedo' ? own.undone - 1 : 0;
}

/** Whether the field has text that the page does not have. */
function isOwn(target: EventTarget | null, isRedo: boolean): boolean {
  if (!own || own.field !== target || own.work !== bench.value) return false;
  return isRedo ? own.undone > 0 : own.field.value !== own.start;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (isRedo || key === 'z') travel(event, isRedo);
}

/** Of a menu, or by shaking a phone. */
function onBeforeInput(event: InputEvent): void {
  const isRedo = event.inputType === 'historyRedo';
  if (isRedo || event.inputType === 'historyUndo') travel(event, isRedo);
}

function travel(event: Event, isRedo: boolean): void {
  // What is behind a dialog stays.
  if (document.querySelector('dialog[open]')) return;
  // Shortcuts of the page are not for it either.
  if (isOwn(event.target, isRedo)) {
    event.stopPropagation();
    return;
  }
  event.preventDefault();
  const field = isTextField(document.activeElement) ? document.activeElement : undefined;
  const before = field?.value ?? '';
  if (isRedo) redo();
  else undo();
  // The browser puts the caret at the end of a text that is set: it belongs where the text has changed.
  if (field) setTimeout(() => placeCaret(field, before));
}

function placeCaret(field: TextField, before: string): void {
  const { value } = field;
  if (value === before || !field.isConnected) return;
  let end = 0;
  const most = Math.min(value.length, before.length);
  while (end < most && value.at(-1 - end) === before.at(-1 - end)) end++;
  try {
    field.setSelectionRange(value.length - end, value.length - end);
  } catch {
    // A field of numbers has no caret.
  }
}
