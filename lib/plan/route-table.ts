/** The methods of each path, for whoever asks for another. */

export interface RouteMethods {
  /** In the gateway's words, e.g. `/v1/source/{id}`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Media types that a PATCH takes (RFC 5789 section 3.1), where there is one. */
  readonly patchTypes?: readonly string[];
}
