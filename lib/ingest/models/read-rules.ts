import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The expressions of the installed uap-core. */
export async function readRules(): Promise<{ readonly yaml: string; readonly version: string }> {
  const [yaml, about] = await Promise.all(
    ['regexes.yaml', 'package.json'].map((name) => readFile(require.resolve(`uap-core/${name}`), 'utf8')),
  );
  return { yaml: yaml ?? '', version: JSON.parse(about ?? '').version };
}
