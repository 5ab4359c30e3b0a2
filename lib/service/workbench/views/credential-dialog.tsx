/** Asks for a token or a key when the service wants one. It is kept in memory alone. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { onCredentialNeeded } from '../client/api.ts';

interface Question {
  readonly why: string;
  readonly answer: (credential: string | undefined) => void;
}

export function CredentialDialog() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    onCredentialNeeded(
      (why) => new Promise((answer) => setQuestions((before) => [...before, { why, answer }])),
    );
  }, []);
  const [first] = questions;
  useEffect(() => {
    if (first) dialog.current?.showModal();
    else dialog.current?.close();
  }, [first]);
  const finish = (credential: string | undefined) => {
    for (const { answer } of questions) answer(credential);
    setQuestions([]);
    setText('');
  };
  return (
    <dialog ref={dialog} aria-labelledby="credential-title" onCancel={() => finish(undefined)}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          finish(text.trim() === '' ? undefined : text.trim());
        }}
      >
        <h2 id="credential-title">A token or a key</h2>
        <p>{first?.why}</p>
        <label>
          Token or key
          <input
            type="password"
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p class="quiet">The page keeps it in memory, until it is closed.</p>
        <div class="row">
          <button type="submit">Use it</button>
          <button type="button" onClick={() => finish(undefined)}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
