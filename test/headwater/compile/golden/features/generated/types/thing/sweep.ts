// The schedule sweep, from descriptors/thing.json
import type { BackgroundContext } from '#lib/run/background/background-context.ts';

/** Remove old things */
export type Handle = (context: BackgroundContext) => void | Promise<void>;
