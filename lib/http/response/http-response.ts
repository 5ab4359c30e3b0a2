/** The response: what the gateway gets, and what a handler can set on the way there. */

/** The response to the gateway, payload format 2.0. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Status and headers of the response. A handler may change them; the defaults come from its descriptor. */
export interface ResponseHead {
  status: number;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
  /** Set by the handler of a list: the response then links to the neighbouring pages. */
  page?: Page;
}

/** The part of a list that a response holds. */
export interface Page {
  /** As requested. */
  readonly from: number;
  readonly size: number;
  /** Number of items in the whole list, or a lower bound when they were not all counted. */
  readonly total: number;
  /** Cursor of the next page, when there is one. */
  readonly after?: string;
  /** How deep `from` and `size` reach into the list; without it they reach to its end. */
  readonly maxDepth?: number;
}
