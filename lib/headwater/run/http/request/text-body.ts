import { notUtf8, type ReceivedText } from './body.ts';

/** A body that the handler itself reads: of `x-text-types`, or of an operation that takes neither JSON nor a form. */
export class TextBody {
  /** Lower case, without parameters; `application/json` for all types that end in +json, too. */
  readonly mediaType: string;
  /** As it was received: decoded from UTF-8 unless it has a `damage`. */
  readonly content: string;
  readonly damage: ReceivedText['damage'];
  /** Parameters of the media type, by their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;

  constructor(mediaType: string, { content, damage }: ReceivedText, parameters: ReadonlyMap<string, string>) {
    this.mediaType = mediaType;
    this.parameters = parameters;
    this.content = content;
    this.damage = damage;
  }

  /** @throws ServiceError malformed_text (not UTF-8), malformed_json for JSON. */
  get text(): string {
    if (this.damage === undefined) return this.content;
    throw notUtf8(this.mediaType === 'application/json' ? 'malformed_json' : 'malformed_text');
  }

  /**
   * The bytes as they were sent; in UTF-8 if they were text in another charset.
   *
   * @throws ServiceError malformed_text if they are no text, but the gateway has made one of them, as AWS does with `text/`.
   */
  get bytes(): Uint8Array {
    if (this.damage === 'replaced') throw notUtf8('malformed_text');
    return Buffer.from(this.content, this.damage === 'bytes' ? 'latin1' : 'utf8');
  }
}
