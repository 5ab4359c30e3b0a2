/** What a step does, in the width of a row. */

import { writeJson } from 'headwater/json';
import type { CatalogueType, StepConfiguration } from '../engine/protocol.ts';

/** In characters: a row shows less. */
const maxText = 120;

/**
 * @param entry Of the type; undefined while the catalogue is loading, and for an unknown type.
 * @example summaryOf({ type: 'date', field: 'time' }, entry) // 'time → @timestamp'
 */
export function summaryOf(configuration: StepConfiguration, entry: CatalogueType | undefined): string {
  const paths = (entry?.options ?? []).filter(({ type }) => type === 'path' || type === 'paths');
  const valuesOf = (isTarget: boolean) =>
    paths
      .filter(({ name }) => name.startsWith('target') === isTarget)
      .map(({ name, default: usual }) => configuration[name] ?? (isTarget ? usual : undefined))
      .flatMap((value) => (value === undefined ? [] : [value].flat()))
      .map(textOf)
      .filter((text) => text !== '');
  const [reads, writes] = [valuesOf(false).join(', '), valuesOf(true).join(', ')];
  const { value, if: condition, description } = configuration;
  const parts = [
    [reads, writes].filter((text) => text !== '').join(' → '),
    value === undefined || value === '' ? '' : `= ${textOf(value)}`,
    typeof condition === 'string' && condition !== '' ? `if ${condition}` : '',
  ].filter((text) => text !== '');
  return (parts.length > 0 ? parts.join(' ') : textOf(description ?? '')).slice(0, maxText);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}
