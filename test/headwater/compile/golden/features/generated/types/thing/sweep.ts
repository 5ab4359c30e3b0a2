// The schedule sweep, from descriptors/thing.json
import type { BackgroundContext } from 'headwater/http';

/** Remove old things */
export type Handle = (context: BackgroundContext) => void | Promise<void>;
