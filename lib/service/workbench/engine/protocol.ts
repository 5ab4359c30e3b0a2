/** What the page and its worker say to each other. Each request has all that it needs: a worker may be ended at any time. */

import type { DataRecord, Failure, OptionIssue, StepTrace } from '@headwater/ingest';
import type { catalogue } from '@headwater/ingest/catalogue';
import type { DocumentsMapping, discoverFields } from '@headwater/ingest/fields';
import type { RecordFormat, SentRecord } from '@headwater/ingest/records';
import type { Suggestions } from '@headwater/ingest/suggestions';
import type { explainStep } from '../../catalogue/explain-step.ts';
import type { namedPatterns } from '../../catalogue/grok-patterns.ts';

/** A configuration of a preprocessor, as a person writes it: nothing of it is checked. */
export interface StepConfiguration {
  readonly type: string;
  readonly [option: string]: unknown;
}

export interface PipelineContent {
  readonly preprocessors: readonly StepConfiguration[];
  readonly on_failure: readonly StepConfiguration[];
}

export interface RecordsInput extends RecordFormat {
  readonly text: string;
  /** Reads no more than these. */
  readonly limit: number;
}

/** Records that have been found to take too long; they are not run again. */
export interface RunLimits {
  readonly refused: readonly number[];
  /** From this position on, no record is run. */
  readonly end?: number;
  /** In this range, each record is announced before it runs: one of them takes too long. */
  readonly suspects?: readonly [start: number, end: number];
}

interface RunExchange {
  readonly asked: {
    readonly input: RecordsInput;
    readonly pipeline: PipelineContent;
    readonly limits: RunLimits;
  };
  readonly answer: RunReport;
}

/** By kind: what the page asks, and what the worker answers. */
export interface Requests {
  readonly run: RunExchange;
  /** The records whose documents are expected. */
  readonly expected: RunExchange;
  /** The stored version of the source. */
  readonly stored: RunExchange;
  /** What each step does with one record, and how far patterns match. */
  readonly trace: {
    readonly asked: {
      readonly input: RecordsInput;
      readonly pipeline: PipelineContent;
      readonly position: number;
    };
    readonly answer: RecordTraceReport;
  };
  readonly suggest: { readonly asked: { readonly input: RecordsInput }; readonly answer: SuggestReport };
  /** The bodies of pushes that send all records. */
  readonly pieces: {
    readonly asked: { readonly input: RecordsInput };
    readonly answer: { readonly pieces: readonly string[] };
  };
  /** What the messages of the records have in common. */
  readonly groups: {
    readonly asked: { readonly input: RecordsInput };
    readonly answer: { readonly groups: readonly PatternGroup[] };
  };
  /** What the step at an index needs for records at which it fails. */
  readonly repair: {
    readonly asked: {
      readonly input: RecordsInput;
      readonly pipeline: PipelineContent;
      readonly index: number;
      readonly positions: readonly number[];
    };
    readonly answer: RepairReport;
  };
  /** The formats of dates that most of the texts have; none if there is none. */
  readonly formats: {
    readonly asked: { readonly texts: readonly string[] };
    readonly answer: { readonly formats: readonly string[] };
  };
  readonly catalogue: { readonly asked: object; readonly answer: CatalogueReport };
  /** The patterns that grok knows by name. */
  readonly patterns: { readonly asked: object; readonly answer: Awaited<ReturnType<typeof namedPatterns>> };
}

export type RequestKind = keyof Requests;

export type EngineRequest<K extends RequestKind = RequestKind> = {
  [Kind in K]: { readonly kind: Kind; readonly id: number } & Requests[Kind]['asked'];
}[K];

export type EngineMessage =
  /** The records from this position on are next. */
  | { readonly id: number; readonly at: number; readonly until: number }
  | { readonly id: number; readonly answer: Requests[RequestKind]['answer'] }
  | { readonly id: number; readonly fault: string };

export type CatalogueReport = ReturnType<typeof catalogue>;
export type CatalogueType = CatalogueReport[number];
export type CatalogueOptionEntry = CatalogueType['options'][number];

export interface SuggestReport {
  readonly suggestions?: Suggestions | undefined;
}

/** Records whose messages have one form. */
export interface PatternGroup {
  /** With marks such as `<number>` for what differs. */
  readonly pattern: string;
  readonly positions: readonly number[];
}

export interface RepairReport {
  /** Of grok. */
  readonly pattern?: string;
  /** Of dates. */
  readonly formats?: readonly string[];
  /** How many of the values they read, of how many. */
  readonly matched: number;
  readonly tried: number;
}

/**
 * What a step has done with a record: `changed` is a success that has added, changed or removed a field; `failed` also
 * stands for a failure that is ignored or handled.
 */
export type StepDeed = 'changed' | 'unchanged' | 'failed' | 'skipped' | 'dropped';

/** What became of a record or of a part of it. */
export interface OutcomeView extends SentRecord {
  readonly position: number;
  readonly part?: string;
  readonly status: 'success' | 'error' | 'dropped';
  readonly document?: DataRecord;
  /** Also of a record that was rescued. */
  readonly failure?: Failure;
  /** The index of the step that failed or dropped it. */
  readonly step?: number;
  /** By the index of a step; undefined for one that was not reached. */
  readonly deeds: readonly (StepDeed | undefined)[];
}

/** By the index of a step. */
export interface StepView {
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly dropped: number;
  /** Microseconds, of all records. */
  readonly took_us: number;
}

export interface RunReport {
  /** Why the text cannot be read at all. */
  readonly problem?: string;
  /** What is wrong with the pipeline, by pointers into `preprocessors`, or `/on_failure/…`. The steps before it have run. */
  readonly issues: readonly OptionIssue[];
  readonly records: number;
  readonly outcomes: readonly OutcomeView[];
  readonly steps: readonly StepView[];
  readonly fields: readonly ReturnType<typeof discoverFields>[number][];
  readonly mapping: Pick<DocumentsMapping, 'rows' | 'conflicts' | 'elasticsearch' | 'refusals'>;
  /** Milliseconds in the worker. */
  readonly took_ms: number;
}

export interface TracedStep extends StepTrace {
  /** The record after the step. Absent after a failure, and for steps within steps. */
  readonly after?: DataRecord;
  /** For grok and dissect: how far the text of the field matches. */
  readonly explained?: NonNullable<ReturnType<typeof explainStep>[number]> & { readonly source: string };
}

export interface RecordTraceReport {
  readonly before: DataRecord | string;
  readonly steps: readonly TracedStep[];
}
