/** The methods of each path. The default route uses them to answer requests with other methods. */

export interface RouteMethods {
  /** The path in the gateway's notation, e.g. `/v1/source/{id}`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** The methods of operations that declare the path with a slash at its end. */
  readonly slashMethods?: readonly string[];
  /** The targets to which GET and HEAD are redirected; the path has no route for these methods. */
  readonly leadsTo?: Entrance;
  /** True if no operation of the path is public. Then even its methods are confidential. */
  readonly isProtected?: true;
  /** Media types that PATCH accepts (RFC 5789 section 3.1), if the path has one. */
  readonly patchTypes?: readonly string[];
  /** The served descriptor of the resource. Absent for the descriptors themselves. */
  readonly describedBy?: string;
}

/** The descriptions of the service, for clients and for readers. */
export interface Entrance {
  /** The listing of the descriptors. */
  readonly descriptors: string;
  readonly document: string;
  /** The reference page, which a stage may turn off. */
  readonly page?: string;
}
