/** The methods of each path, with which the default route answers requests for other methods. */

export interface RouteMethods {
  /** In the gateway's words, e.g. `/v1/source/{id}`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Media types that a PATCH takes (RFC 5789 section 3.1), where there is one. */
  readonly patchTypes?: readonly string[];
  /** The served descriptor of the resource; none describes the descriptors. */
  readonly describedBy?: string;
}
