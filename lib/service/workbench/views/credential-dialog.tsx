/** Asks for a token or a key when the service wants one, or when a person has another. It is kept in memory alone. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { forgetCredential, onCredentialNeeded, useCredential } from '../client/api.ts';
import { rights } from '../client/rights.ts';
import { useStore } from '../client/store.ts';
import { amountText } from './charts.tsx';
import { Facts, ShortTime } from './list-parts.tsx';

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
    <>
      <AccountButton
        change={() =>
          setQuestions((before) => [
            ...before,
            {
              why: 'The page uses it from now on.',
              answer: (given) => given !== undefined && useCredential(given),
            },
          ])
        }
      />
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
            <button type="submit" class="main">
              Use it
            </button>
            <button type="button" onClick={() => finish(undefined)}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

/** Who uses the page, until when, and with which scopes. */
function AccountButton({ change }: { readonly change: () => void }) {
  const { kind, subject, expires, granted = [] } = useStore(rights);
  const dialog = useRef<HTMLDialogElement>(null);
  const name = kind === 'token' ? (subject ?? 'A token') : kind === 'key' ? 'A key' : 'No credential';
  const facts = {
    Subject: subject,
    Expires: expires === undefined ? undefined : <ShortTime time={new Date(expires).toISOString()} />,
    Scopes: kind === 'key' ? 'The service keeps those of a key.' : granted.join(', ') || undefined,
  };
  return (
    <>
      <button type="button" class="ghost account" onClick={() => dialog.current?.showModal()}>
        {name}
        {granted.length > 0 ? ` \u00b7 ${amountText(granted.length, 'scope')}` : ''}
      </button>
      <dialog ref={dialog} aria-labelledby="account-title">
        <form method="dialog">
          <h2 id="account-title">{name}</h2>
          {kind === undefined ? (
            <p>The page asks for a token or a key where the service wants one.</p>
          ) : (
            <Facts
              facts={Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))}
            />
          )}
          <div class="row">
            <button type="submit" onClick={change}>
              Use another one
            </button>
            {kind === undefined ? null : (
              <button type="submit" class="danger" onClick={forgetCredential}>
                Forget it
              </button>
            )}
            <button type="submit" class="ghost">
              Done
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
