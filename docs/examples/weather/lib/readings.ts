import { documentsOf, documentType, type ManagedMembers } from 'headwater/documents';
import type { Models } from '#generated/models/readings.ts';

type Reading = Models['Reading'];

/** A reading is stored with the members that each document has; `created` is its time. */
interface StoredReading extends ManagedMembers, Omit<Reading, 'time'> {}

export const readingType = documentType<StoredReading>({
  name: 'reading',
  all: 'r',
  fields: {
    station: { kind: 'keyword', terms: 'rs' },
    temperature: 'not searchable',
    sky: 'not searchable',
  },
});

export const readings = documentsOf(readingType);

/** The clients of the API know readings in this form. */
export function toReading({ station, created, temperature, sky }: StoredReading): Reading {
  return { station, time: created, temperature, sky };
}
