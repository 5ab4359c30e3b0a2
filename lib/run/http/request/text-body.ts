import { notUtf8, type ReceivedText } from './body.ts';

/** A body that the handler itself reads (`x-text-types`). */
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
}
