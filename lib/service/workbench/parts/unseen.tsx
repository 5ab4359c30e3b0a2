/**
 * Characters that nobody sees, or that turn the text around them: shown as marks wherever the page shows a text. A view need not know:
 * each text node and each hint goes through Preact's hook for new nodes. What a person copies has the characters themselves.
 */

import { Fragment, options, type VNode } from 'preact';

/**
 * Controls, what is invisible by its nature (Unicode: Default_Ignorable_Code_Point), separators of lines, and annotations.
 * Not the joiners and variants of emoji, without which they fall apart.
 */
const kinds = [
  /(?<!(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\u{fe0f}?)\u{200d}/u,
  /\u{200d}(?!\p{Extended_Pictographic})/u,
  /(?<!\p{Emoji})\u{fe0f}/u,
  /(?!\t|\n|\u{200d}|\u{fe0f})[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}]/u,
];
const unseen = new RegExp(kinds.map(({ source }) => source).join('|'), 'u');
export const everyUnseen = new RegExp(unseen, 'gu');

/** What people know them by. */
const names: Readonly<Record<number, string>> = {
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of a change of direction',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'isolate of the first strong direction',
  8297: 'end of an isolate',
  65279: 'byte order mark',
};

const marked = 'unseen';
const hints = ['title', 'aria-label', 'placeholder', 'label'] as const;

/** Shows the characters in all that is rendered from now on, and copies them as they are. To be called once. */
export function showUnseen(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    before?.(vnode);
    markNode(vnode as ChangedNode);
  };
  document.addEventListener('copy', copyTrue);
}

/** A text node has no type, and its text in place of properties. */
type ChangedNode = Omit<VNode, 'type' | 'props'> & { type: unknown; props: unknown };

function markNode(vnode: ChangedNode): void {
  const { type, props } = vnode;
  if (type === null && typeof props === 'string') {
    if (!unseen.test(props)) return;
    vnode.type = MarkedText;
    vnode.props = { text: props };
  } else if (typeof type === 'string') {
    const own = props as Record<string, unknown>;
    for (const name of hints) {
      const text = own[name];
      if (typeof text === 'string' && unseen.test(text)) own[name] = markedText(text);
    }
  }
}

/** @example markedText('a\u200bb') // 'a⟨U+200B⟩b' */
export function markedText(text: string): string {
  return text.replaceAll(everyUnseen, (character) => `⟨${codeOfUnseen(character)}⟩`);
}

export function codeOfUnseen(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function MarkedText({ text }: { readonly text: string }) {
  const found = [...text.matchAll(everyUnseen)];
  const starts = found.map(({ index, 0: character }) => index + character.length);
  return (
    <>
      {[0, ...starts].map((start, place) => (
        <Fragment key={place}>
          {text.slice(start, found[place]?.index)}
          {found[place] ? <Mark character={found[place][0]} /> : null}
        </Fragment>
      ))}
    </>
  );
}

function Mark({ character }: { readonly character: string }) {
  const code = character.codePointAt(0) ?? 0;
  return (
    <span class={marked} data-code={code} title={names[code] ?? 'control character'}>
      {codeOfUnseen(character)}
    </span>
  );
}

/** For the moment of the copy, the selected marks are what they stand for: the browser writes the text, with its lines. */
function copyTrue(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || event.target instanceof HTMLTextAreaElement) return;
  const marks = [...document.querySelectorAll<HTMLElement>(`.${marked}`)].flatMap(
    ({ firstChild, dataset }) =>
      firstChild instanceof Text && selection.containsNode(firstChild, true)
        ? [{ node: firstChild, shown: firstChild.data, code: Number(dataset['code']) }]
        : [],
  );
  if (marks.length === 0) return;
  for (const { node, code } of marks) node.data = String.fromCodePoint(code);
  event.clipboardData?.setData('text/plain', selection.toString());
  for (const { node, shown } of marks) node.data = shown;
  event.preventDefault();
}
