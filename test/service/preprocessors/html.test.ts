/** html_strip against the HTMLStripCharFilter of Lucene 9.12.3, whose answers html.jsonl has: markup, and random pieces of it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stripHtml } from '../../../lib/service/preprocessors/text/html.later.ts';

const cases = readFileSync(new URL('html.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as [html: string, text: string]);

test('markup becomes the text of Lucene', () => {
  expect(cases.length).toBeGreaterThan(300);
  expect(cases.map(([html]) => [html, stripHtml(html)])).toEqual(cases);
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
])('repetitions of %s take no more than linear time', { tags: ['long'] }, (piece) => {
  // Quadratic time would take minutes.
  expect(stripHtml(piece.repeat(100_000)).length).toBeLessThanOrEqual(piece.length * 100_000);
});
