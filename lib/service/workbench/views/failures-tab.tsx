/** Failures by step and message, each with what may be done about it in one click, and with the records. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Bench, bench, enabledCards, placeOfStep, undo } from '../client/bench.ts';
import {
  appliedFix,
  applyFix,
  canRepair,
  countFailing,
  type FailureGroup,
  failingPositions,
  failureGroups,
  findRepair,
} from '../client/failures.ts';
import { type QuickFix, quickFixes } from '../client/quick-fixes.ts';
import { recordFilter } from '../client/record-filter.ts';
import { catalogueState, runState, shownRun } from '../client/runner.ts';
import { selectedRecord } from '../client/selection.ts';
import { useStore } from '../client/store.ts';
import type { RepairReport, RunReport } from '../engine/protocol.ts';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { amountText } from './charts.tsx';

/** Of groups, of what the engine looks for, and of records that have buttons. */
const maxGroups = 50;
const maxRepairs = 5;
const maxExamples = 5;

export function FailuresTab({ report }: { readonly report: RunReport }) {
  const { of, isStale } = shownRun(useStore(runState));
  const groups = failureGroups(report);
  const repairs = useRepairs(isStale ? [] : groups, of);
  if (!of) return null;
  return (
    <>
      <AppliedNote report={report} />
      {groups.length > 0 ? null : <p class="quiet">{noneText(report, isStale)}</p>}
      <ul class="groups">
        {groups.slice(0, maxGroups).map((group) => (
          <li key={group.key}>
            <Group group={group} of={of} repair={repairs.get(group.key)} isStale={isStale} />
          </li>
        ))}
      </ul>
      {groups.length > maxGroups ? (
        <p class="quiet">{amountText(groups.length - maxGroups, 'more kind')} of failures.</p>
      ) : null}
    </>
  );
}

function noneText({ issues }: RunReport, isStale: boolean): string {
  if (isStale) return 'No record failed before this change.';
  return issues.length > 0
    ? 'No record fails at the steps before the one that is incomplete.'
    : 'No record fails.';
}

/** One after the other: a newer question of the engine takes the place of one that waits. */
function useRepairs(
  groups: readonly FailureGroup[],
  of: Bench | undefined,
): ReadonlyMap<string, RepairReport> {
  const [repairs, setRepairs] = useState<ReadonlyMap<string, RepairReport>>(new Map());
  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      setRepairs(new Map());
      if (!of) return;
      const cards = enabledCards(of.cards.preprocessors);
      const wanted = groups.filter((group) => {
        const card = cards[group.step ?? -1];
        return card && canRepair(group, card.configuration);
      });
      for (const group of wanted.slice(0, maxRepairs)) {
        const repair = await findRepair(group, of);
        if (!isWanted) return;
        if (repair) setRepairs((before) => new Map([...before, [group.key, repair]]));
      }
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [of]);
  return repairs;
}

/** What came of the last fix. */
function AppliedNote({ report }: { readonly report: RunReport }) {
  const fix = useStore(appliedFix);
  const { text } = useStore(bench);
  const note = useRef<HTMLDivElement>(null);
  // The button of the fix is gone.
  useEffect(() => note.current?.querySelector('button')?.focus(), [fix]);
  if (!fix || fix.text !== text || report.issues.length > 0) return null;
  const { title, place, positions } = fix;
  const left = countFailing(report, positions);
  const close = () => appliedFix.set(undefined);
  return (
    <div ref={note} class="row fix-note">
      <p role="status">
        {title}, step {place}:{' '}
        <span class={left > 0 ? 'bad' : 'good'}>
          {left === 0
            ? `none of ${amountText(positions.size, 'record')} fails any more`
            : `${left.toLocaleString('en')} of ${amountText(positions.size, 'record')} still ${left === 1 ? 'fails' : 'fail'}`}
        </span>
      </p>
      <span class="space" />
      <button
        type="button"
        class="ghost"
        onClick={() => {
          close();
          undo();
        }}
      >
        Take it back
      </button>
      <Tool name="Close the note" sign={<Icon name="remove" />} act={close} />
    </div>
  );
}

interface GroupProps {
  readonly group: FailureGroup;
  /** Whose run has the failures. */
  readonly of: Bench;
  readonly repair: RepairReport | undefined;
  readonly isStale: boolean;
}

function Group({ group, of, repair, isStale }: GroupProps) {
  const { step, code, message, outcomes } = group;
  const types = useStore(catalogueState);
  const card = enabledCards(of.cards.preprocessors)[step ?? -1];
  const place = placeOfStep(of.cards.preprocessors, step ?? -1) + 1;
  const type = card?.configuration.type;
  const entry = types.find((one) => one.type === type);
  const rescued = outcomes.filter(({ status }) => status !== 'error').length;
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const fixes =
    card && entry && rescued < outcomes.length && !isStale
      ? quickFixes({ configuration: card.configuration, entry, failures, repair })
      : [];
  return (
    <>
      <h3>
        {amountText(outcomes.length, 'record')}: {card ? `step ${place}, ${type}` : 'no step'}{' '}
        <code class="quiet">{code}</code>
        {rescued > 0 ? `; ${rescued} rescued` : ''}
      </h3>
      <p class="message">{message}</p>
      <Fixes fixes={fixes} apply={(fix) => applyFix(fix, group, of)} />
      <div class="row">
        {outcomes.slice(0, maxExamples).map(({ position, part }) => (
          <button
            key={`${position} ${part ?? ''}`}
            type="button"
            class="ghost"
            onClick={() => selectedRecord.set(position)}
          >
            Record {position + 1}
          </button>
        ))}
        <button
          type="button"
          class="ghost"
          onClick={() => {
            const positions = failingPositions(group);
            recordFilter.set({ kind: 'group', title: message, positions, text: of.text });
            selectedRecord.set(outcomes[0]?.position ?? 0);
          }}
        >
          Show only these
        </button>
      </div>
    </>
  );
}

interface FixesProps {
  readonly fixes: readonly QuickFix[];
  readonly apply: (fix: QuickFix) => void;
}

function Fixes({ fixes, apply }: FixesProps) {
  if (fixes.length === 0) return null;
  return (
    <ul class="fixes" aria-label="What may be done">
      {fixes.map((fix) => (
        <li key={fix.title}>
          <button type="button" onClick={() => apply(fix)}>
            {fix.title}
          </button>
          <span class="quiet">{fix.says}</span>
        </li>
      ))}
    </ul>
  );
}
