import { containerDatabase } from './client.ts';
import { createSourceRepository, type SourceRepository } from './source-repository.ts';

let repository: SourceRepository | undefined;

/** The sources of the table that the settings name; one repository per container. */
export function sources(): SourceRepository {
  repository ??= createSourceRepository(containerDatabase());
  return repository;
}
