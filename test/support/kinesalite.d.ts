/** What the tests use of kinesalite, which has no types. */
declare module 'kinesalite' {
  import type { Server } from 'node:http';

  function kinesalite(options: { readonly createStreamMs?: number; readonly shardLimit?: number }): Server;

  export = kinesalite;
}
