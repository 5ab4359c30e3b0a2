/** The settings of a stream as the texts of a form, and the patch that makes of them what is stored. */

import type { ProblemDetails } from '#generated/client.ts';
import type { Stream, StreamPatch } from './stored.ts';

const alertFields = ['failure_share', 'silence_minutes', 'lag'] as const;
const fieldNames = ['name', 'description', 'tags', 'on_error', 'retention_days', ...alertFields] as const;

export type SettingName = (typeof fieldNames)[number];
export type StreamForm = Readonly<Record<SettingName, string>>;

export function formOf({
  name,
  description,
  tags,
  on_error,
  retention_days,
  alerts = {},
}: Stream): StreamForm {
  const { failure_share: share, silence_minutes: silence, lag } = alerts;
  return {
    name: name ?? '',
    description: description ?? '',
    tags: tags.join(', '),
    on_error,
    retention_days: `${retention_days}`,
    failure_share: share === undefined ? '' : `${percentOf(share)}`,
    silence_minutes: `${silence ?? ''}`,
    lag: `${lag ?? ''}`,
  };
}

/** @example percentOf(0.07) // 7 */
function percentOf(share: number): number {
  return Number((share * 100).toPrecision(12));
}

/** What differs from the stored stream; undefined if nothing does. */
export function patchOf(stream: Stream, form: StreamForm): StreamPatch | undefined {
  const stored = formOf(stream);
  const changed = fieldNames.filter((name) => form[name].trim() !== stored[name]);
  if (changed.length === 0) return undefined;
  const patch = Object.fromEntries(
    changed.filter((name) => !isAlert(name)).map((name) => [name, memberOf(name, form[name].trim())]),
  );
  return changed.some(isAlert) ? { ...patch, alerts: alertsOf(form) } : patch;
}

function isAlert(name: SettingName): boolean {
  return (alertFields as readonly string[]).includes(name);
}

/** An empty member is removed. A text that is not a number is sent, and the service says what is wrong. */
function memberOf(name: SettingName, text: string): unknown {
  if (name === 'tags')
    return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  if (text === '') return null;
  if (name === 'failure_share') return Number.isNaN(Number(text)) ? text : Number(text) / 100;
  return isAlert(name) || name === 'retention_days' ? numberOr(text) : text;
}

function numberOr(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : Number(text);
}

function alertsOf(form: StreamForm): object | null {
  const given = alertFields.map((name) => [name, memberOf(name, form[name].trim())]);
  return given.every(([, value]) => value === null) ? null : Object.fromEntries(given);
}

/** What a person has changed, on what somebody else has stored since. */
export function rebased(form: StreamForm, before: Stream, now: Stream): StreamForm {
  const [old, next] = [formOf(before), formOf(now)];
  return Object.fromEntries(
    fieldNames.map((name) => [name, form[name] === old[name] ? next[name] : form[name]]),
  ) as unknown as StreamForm;
}

/** The messages of a problem by the fields that they are about. The form has percents. */
export function issuesOf({ errors = [] }: ProblemDetails): ReadonlyMap<SettingName, string> {
  return new Map(
    errors.flatMap(({ pointer = '', message = '' }) => {
      const name = fieldNames.find((one) => pointer.split('/').includes(one));
      if (!name) return [];
      return [[name, name === 'failure_share' ? 'must be a number from 0 to 99' : message] as const];
    }),
  );
}
