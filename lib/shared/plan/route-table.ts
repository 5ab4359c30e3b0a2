/** The methods of each path, with which the default route answers requests for other methods. */

export interface RouteMethods {
  /** In the gateway's words, e.g. `/v1/source/{id}`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Those of operations that declare the path with a slash at its end. */
  readonly slashMethods?: readonly string[];
  /** Where GET and HEAD are sent on: these have no route of their own. */
  readonly leadsTo?: Entrance;
  /** None of its operations is public: even its methods are not told to everybody. */
  readonly isProtected?: true;
  /** Media types that PATCH accepts (RFC 5789 section 3.1), if the path has one. */
  readonly patchTypes?: readonly string[];
  /** The served descriptor of the resource. Absent for the descriptors themselves. */
  readonly describedBy?: string;
}

/** What describes the service: to programs, and to people. */
export interface Entrance {
  /** The listing of the descriptors. */
  readonly descriptors: string;
  /** The OpenAPI document. */
  readonly document: string;
  /** The reference page, which a stage may have turned off. */
  readonly page?: string;
}
