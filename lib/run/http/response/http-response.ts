/** The response: what the gateway gets, and what a handler can set on the way there. */

/** The response to the gateway, payload format 2.0. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body is base64, since its bytes are not text: a compressed file, for example. */
  readonly isBase64Encoded?: true;
}

/** Status and headers of the response. A handler may change them; the defaults come from its descriptor. */
export interface ResponseHead {
  status: number;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
  /** Links to other pages of a list, most important first; see pagination.ts. */
  pages?: readonly PageLink[];
}

/** A link to the same path with another query. */
export interface PageLink {
  /** RFC 8288: `next`, `prev`, `first` … */
  readonly rel: string;
  /** Without the question mark, encoded. */
  readonly query: string;
}
