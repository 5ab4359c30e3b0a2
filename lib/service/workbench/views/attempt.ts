export interface Attempt {
  /** Shows why it fails. */
  readonly attempt: (act: () => Promise<void>) => Promise<void>;
}
