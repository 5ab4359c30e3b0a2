// The schedule publish, from descriptors/thing.json
import type { BackgroundContext } from '#lib/run/background/background-context.ts';

export type Handle = (context: BackgroundContext) => void | Promise<void>;
