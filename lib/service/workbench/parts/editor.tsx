/**
 * A field for patterns and JSON with colors, choices and explanations. CodeMirror, which does this, is loaded with the first
 * of them: until then, or where it cannot be loaded, it is a plain field.
 */

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CodeEditor, EditorContent } from './code-editor.ts';
import type { EditorLanguage } from './editor-language.ts';

interface EditorProps extends Omit<EditorContent, 'language'> {
  /** Undefined until it is loaded. */
  readonly language: EditorLanguage | undefined;
  readonly id?: string;
  /** A text without further lines: Enter adds none. */
  readonly isSingle?: boolean;
  /** It begins with some 20 lines. */
  readonly isTall?: boolean;
  readonly onText: (text: string) => void;
}

type EditorModule = typeof import('./code-editor.ts');

let loaded: EditorModule | undefined;

export function Editor(props: EditorProps) {
  const { id, text, label, problem, onText } = props;
  const host = useRef<HTMLDivElement>(null);
  const { isShown, caret } = useCodeEditor(props, host);
  return (
    <>
      <div ref={host} id={id} class="editor">
        {isShown ? null : (
          <textarea
            class="code"
            aria-label={label}
            aria-invalid={problem !== '' || undefined}
            aria-description={problem || undefined}
            rows={Math.min(8, text.split('\n').length)}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
        )}
      </div>
      {isShown ? <CaretExplanation {...props} caret={caret} /> : null}
    </>
  );
}

/** Puts the editor in place of the plain field once there is one, with the focus that the field has. */
function useCodeEditor(props: EditorProps, host: RefObject<HTMLDivElement | null>) {
  const { id, isSingle = false, isTall = false, language } = props;
  const editorModule = useEditorModule();
  const [caret, setCaret] = useState(0);
  const editor = useRef<CodeEditor>(undefined);
  const focused = useRef<FocusedPart>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const isShown = editorModule !== undefined && language !== undefined;
  if (isShown && !editor.current) focused.current = focusedPart(host.current);
  useLayoutEffect(() => {
    if (!isShown || !host.current) return;
    const onText = (typed: string) => latest.current.onText(typed);
    const settings = { isSingle, isTall, onText, onCaret: setCaret };
    const made = editorModule.createEditor(host.current, settings, { ...props, language });
    editor.current = made;
    if (focused.current) made.focus(focused.current);
    // A label of HTML is for fields of HTML.
    const ending = new AbortController();
    const ofField = id === undefined ? null : document.querySelector(`label[for="${CSS.escape(id)}"]`);
    ofField?.addEventListener('click', () => made.focus(), ending);
    return () => {
      ending.abort();
      made.destroy();
    };
  }, [isShown]);
  useLayoutEffect(() => {
    if (language) editor.current?.show({ ...props, language });
  });
  return { isShown, caret };
}

/** Undefined before it is loaded, or where it cannot be. */
function useEditorModule(): EditorModule | undefined {
  const [found, setFound] = useState(loaded);
  useEffect(() => {
    if (found) return;
    import('./code-editor.ts').then(
      (module) => {
        loaded = module;
        setFound(module);
      },
      () => undefined,
    );
  }, []);
  return found;
}

type FocusedPart = { readonly from: number; readonly to: number } | undefined;

/** What is chosen in the plain field, if it has the focus. */
function focusedPart(host: HTMLElement | null): FocusedPart {
  const field = host?.querySelector('textarea');
  if (!field || document.activeElement !== field) return undefined;
  return { from: field.selectionStart, to: field.selectionEnd };
}

/** What stands at the caret, for those who use no mouse. */
function CaretExplanation({ language, text, caret }: EditorProps & { readonly caret: number }) {
  const about = language?.explain(text, caret)?.about;
  const hint = language?.hint ?? '';
  if (!about && hint === '') return null;
  return (
    <p class="explained" role="status">
      {about ? (
        <>
          <code class="title">{about.title}</code>
          {about.rows.map(({ name, text: said, isData }) => (
            <span key={name}>
              {' '}
              {name} {isData ? <code>{said}</code> : said}
            </span>
          ))}
        </>
      ) : (
        hint
      )}
    </p>
  );
}
