// The consumer follow, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { BackgroundContext } from 'headwater/http';

/** The keys of an item that has been written. */
export type Change = Models['ThingKey'];

/** Look at things that have changed */
export type Handle = (change: Change, context: BackgroundContext) => void | Promise<void>;
