/** dynalite has no typings. These are the options in use, from its README. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  export default function dynalite(options?: {
    /** The folder of the data; in memory if absent. */
    path?: string;
    /** How long a new table stays in CREATING, in milliseconds. */
    createTableMs?: number;
  }): Server;
}
