/** A member of a config, and what it may be. */
export interface Member {
  /** A path of `*` stands for any name, `0` for an item. */
  readonly path: readonly string[];
  readonly good: readonly unknown[];
  /** Which of the values of each kind are accepted, too. */
  readonly accepts?: (value: unknown) => boolean;
  readonly bad?: readonly unknown[];
}
