/** What an editor knows of its text: colors, what may stand at a place, and what stands there. */

/** A part of the text, as offsets. */
interface TextPart {
  readonly from: number;
  readonly to: number;
}

export interface PaintedPart extends TextPart {
  /**
   * `bracket` has a mate; `wrong` is underlined; `c0` to `c5` are the colors of captures. A later part of the list may lie
   * within an earlier one.
   */
  readonly kind: 'name' | 'field' | 'text' | 'value' | 'operator' | 'bracket' | 'wrong' | `c${number}`;
  /** Of a bracket: it closes what another one has opened. */
  readonly isEnd?: boolean;
}

export interface EditorChoice {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly insert: string;
  /** Within what is inserted; its end if absent. */
  readonly caret?: number;
  readonly about?: Explanation | undefined;
}

export interface EditorChoices extends TextPart {
  readonly choices: readonly EditorChoice[];
}

export interface Explanation {
  readonly title: string;
  readonly rows: readonly ExplanationRow[];
}

interface ExplanationRow {
  readonly name: string;
  readonly text: string;
  /** In the mono font. */
  readonly isData?: boolean;
}

export interface EditorLanguage {
  /** What a person may do, while there is nothing to explain. */
  readonly hint: string;
  readonly paint: (text: string) => readonly PaintedPart[];
  /** @param isAsked By Ctrl+Space; otherwise by typing. */
  readonly complete: (text: string, at: number, isAsked: boolean) => EditorChoices | undefined;
  readonly explain: (text: string, at: number) => (TextPart & { readonly about: Explanation }) | undefined;
}
