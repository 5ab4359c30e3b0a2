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

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110 section 5.5, without characters that HTTP does not define: gateways encode or refuse them. */
const fieldValue = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/**
 * Refuses what a gateway would refuse, with an error of its own that says nothing.
 *
 * @throws Error if the status is not a final one, or a header cannot be sent. The handler or the formatter made the mistake,
 *   so the client gets a 500.
 */
export function checkHead({ status, headers = {} }: ResponseHead): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`The status ${String(status)} is not an integer from 200 to 599.`);
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (!token.test(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of a header.`);
    if (typeof value !== 'string' || !fieldValue.test(value))
      throw new Error(
        `The header ${name} has the value ${JSON.stringify(value)}, which is not visible ASCII.`,
      );
  }
}
