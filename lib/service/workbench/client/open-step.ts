/** The step that is open: one at a time, so that the list of all stays in view. */

import { bench, type CardList, changeCards, moved, newCard, type StepCard } from './bench.ts';
import { Store } from './store.ts';

/** The id of the card. */
export const openStep = new Store<number | undefined>(undefined);
/** The card that gets the focus once it is shown: its row, or the first of its fields. */
export const focusedStep = new Store<{ readonly id: number; readonly part: 'row' | 'field' } | undefined>(
  undefined,
);

/** Adds a step, and opens it. */
export function addStep(list: CardList, place: number, type: string): void {
  const card = newCard({ type });
  changeCards(list, (cards) => cards.toSpliced(place, 0, card));
  openStep.set(card.id);
  focusedStep.set({ id: card.id, part: 'field' });
}

export function duplicateStep(list: CardList, place: number, { configuration }: StepCard): void {
  const copy = newCard(configuration);
  changeCards(list, (cards) => cards.toSpliced(place + 1, 0, copy));
  focusedStep.set({ id: copy.id, part: 'row' });
}

/** The focus goes to the step that takes its place. */
export function removeStep(list: CardList, place: number): void {
  changeCards(list, (cards) => cards.toSpliced(place, 1));
  const left = bench.value.cards[list];
  const next = left[Math.min(place, left.length - 1)];
  if (next) focusedStep.set({ id: next.id, part: 'row' });
}

export function moveStep(list: CardList, { id }: StepCard, { from, to }: { from: number; to: number }): void {
  changeCards(list, (cards) => moved(cards, from, to));
  focusedStep.set({ id, part: 'row' });
}

/** A step that is off does not run, and is not saved. */
export function toggleStep(list: CardList, { id, isDisabled = false }: StepCard): void {
  changeCards(list, (cards) =>
    cards.map((one) => (one.id === id ? { ...one, isDisabled: !isDisabled } : one)),
  );
}
