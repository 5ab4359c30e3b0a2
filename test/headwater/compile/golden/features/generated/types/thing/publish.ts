// The schedule publish, from descriptors/thing.json
import type { BackgroundContext } from 'headwater/http';

export type Handle = (context: BackgroundContext) => void | Promise<void>;
