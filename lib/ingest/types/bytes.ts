import { type Compile, defineType } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { compileTextMap, textDocumentation, textEffect, textMapOptions } from '../base/text-map.ts';
import { exactInteger, longLimit } from '../text/numbers.ts';

export const definition = defineType({
  type: 'bytes',
  options: textMapOptions,
});

export const documentation = /* @__PURE__ */ textDocumentation({
  summary: 'Converts a size such as 1kb, or each size of a list, to bytes.',
  failures: ['not_convertible'],
  examples: [
    {
      title: 'Kilobytes',
      configuration: { field: 'size' },
      input: { size: '1.5 KB' },
      output: { size: 1536 },
    },
    { title: 'No unit', configuration: { field: 'size' }, input: { size: '12' }, failure: 'not_convertible' },
  ],
});

export const effect = /* @__PURE__ */ textEffect(
  ({ field }) => `Converts the size in ${field.text} to bytes`,
);

/** As powers of 1,024. */
const units = ['b', 'k', 'm', 'g', 't', 'p'];

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(
    options,
    (text) =>
      readSize(text.trim().toLowerCase()) ??
      fieldFailure(
        'not_convertible',
        options.field,
        'is not a size with a unit from b to pb, such as 1kb, or is too large',
        text,
      ),
  );

/** As in Elasticsearch, 0 and -1 need no unit. */
function readSize(text: string): number | bigint | undefined {
  if (text === '0' || text === '-1') return Number(text);
  const [, whole, fraction = '', unit = ''] =
    /^\+?(\d{1,19})(?:\.(\d{1,30}))? *(b|[kmgtp]b?)$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const power = units.indexOf(unit.charAt(0));
  const scaled = BigInt(whole + fraction) * 1024n ** BigInt(power);
  const size = scaled / 10n ** BigInt(fraction.length);
  return size < longLimit ? exactInteger(size) : undefined;
}
