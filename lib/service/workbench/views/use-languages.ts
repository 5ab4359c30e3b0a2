import { useEffect, useState } from 'preact/hooks';

const load = () =>
  Promise.all([
    import('../client/languages/grok-language.ts'),
    import('../client/languages/regex-language.ts'),
    import('../client/languages/json-language.ts'),
  ]).then(([grok, regex, json]) => ({ ...grok, ...regex, ...json }));

type Languages = Awaited<ReturnType<typeof load>>;

let loaded: Languages | undefined;

/** What editors know of their texts; undefined before it is loaded, or where it cannot be. */
export function useLanguages(): Languages | undefined {
  const [found, setFound] = useState(loaded);
  useEffect(() => {
    if (found) return;
    load().then(
      (languages) => {
        loaded = languages;
        setFound(languages);
      },
      () => undefined,
    );
  }, []);
  return found;
}
