/** html_strip against the HTMLStripCharFilter of Lucene 9.12.3, whose answers html.jsonl has: markup, and random pieces of it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stripHtml } from '../../lib/ingest/text/strip-html.ts';

const cases = readFileSync(new URL('html.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as [html: string, text: string]);

test('markup becomes the text of Lucene', () => {
  expect(cases.length).toBeGreaterThan(300);
  expect(cases.map(([html]) => [html, stripHtml(html)])).toEqual(cases);
});

test.each([
  ['&eacute;&Eacute;&copy;&COPY;&apos;', "éÉ©©'"],
  ['a&nbsp;b', 'a b'],
  ['&amp;lt;', '&lt;'],
  // Names that Lucene does not have: HTML 5 has them, some for two characters.
  ['&check;&NotEqualTilde;&fjlig;', '✓≂̸fj'],
  ['&lang;&rang;', '⟨⟩'],
  ['&unknown;&notit;&copyx;&EACUTE;', '&unknown;&notit;&copyx;&EACUTE;'],
  ['&constructor;&__proto__;&toString;', '&constructor;&__proto__;&toString;'],
  ['fish &amp', 'fish &'],
])('the names of %s become what HTML says', (html, text) => {
  expect(stripHtml(html)).toBe(text);
});

test.each([
  '<a b="<a c=\'',
  '<a b="\\"',
  '<a  b = ',
  '<?',
  '<!x',
  '</ ',
  '&#1',
  '<!--<!--#"',
  '<script><!--',
  "<a <!--#'",
])('repetitions of %s take no more than linear time', { tags: ['preprocessors'] }, (piece) => {
  // Quadratic time would take minutes.
  expect(stripHtml(piece.repeat(100_000)).length).toBeLessThanOrEqual(piece.length * 100_000);
});
