/** dynalite has no typings. These are the options that are used here, from its README. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  export default function dynalite(options?: {
    /** Folder of the data; in memory when absent. */
    path?: string;
    /** How long a new table stays in CREATING. */
    createTableMs?: number;
  }): Server;
}
