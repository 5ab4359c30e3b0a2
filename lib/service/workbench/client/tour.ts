/** A short look around the workbench. It can be left at each stop. */

import { bench } from './bench.ts';
import { examples, showExample } from './examples.ts';
import { Store } from './store.ts';

interface TourStop {
  /** The first of them that is shown. */
  readonly at: readonly string[];
  readonly title: string;
  readonly text: string;
}

export const tourStops: readonly TourStop[] = [
  {
    at: ['#input textarea', '#input .pane-head'],
    title: 'Lines go in here',
    text: 'Paste some, drop a file, or load records that the service has. Nothing leaves this browser before you save or push.',
  },
  {
    at: ['.suggestions .main', '#steps .pane-head'],
    title: 'The page suggests steps',
    text: 'It finds the format of the lines, and the steps that make documents of them. Take its suggestion, or add steps of your own.',
  },
  {
    at: ['#steps .pane-head'],
    title: 'Steps change each record, one after the other',
    text: 'Open one to change it. Numbers beside it say how many records it changed, and how many failed there.',
  },
  {
    at: ['#output .pane-head'],
    title: 'What becomes of the records is always in view',
    text: 'Record shows one record, step by step. Failures says why some fail. Expected keeps documents as tests of the steps.',
  },
  {
    at: ['.foot-bar button.main'],
    title: 'Save, and push records',
    text: 'Saved steps are a source. Open a stream of it and push all records: Streams shows them with a query, a chart and their failures.',
  },
];

/** The index of the stop where a person is. */
export const tourStop = new Store<number | undefined>(undefined);

/** An empty page shows an example. */
export function startTour(): void {
  const [example] = examples;
  if (bench.value.text === '' && example) showExample(example);
  tourStop.set(0);
}
