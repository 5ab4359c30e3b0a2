/** What this service decides besides its descriptors and its code: CORS, names, stages, commands, stored types. */

import { defineConfig } from 'headwater/config';

export default defineConfig({});
