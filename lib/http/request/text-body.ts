/** A body that the handler itself reads, since it is not JSON (`x-text-types`). */
export class TextBody {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  /** Decoded from base64 and UTF-8. */
  readonly text: string;

  constructor(mediaType: string, text: string) {
    this.mediaType = mediaType;
    this.text = text;
  }
}
