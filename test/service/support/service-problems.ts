import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from '../../../lib/headwater/compile/emit/openapi/problem-codes.ts';
import type { DeclaredProblem } from '../../../lib/headwater/shared/errors.ts';
import { repository } from '../../support/repository.ts';

type Declared = Readonly<Record<string, Omit<DeclaredProblem, 'code'>>>;

const listing = JSON.parse(readFileSync(join(repository, 'descriptors/api-docs.json'), 'utf8'));

/** `x-problems` of the listing of this service. */
export const declaredProblems: Declared = listing['x-problems'];

/** All problems that this service reports: the standard ones first. */
export const serviceProblems = problemsOf(
  Object.entries(declaredProblems).map(([code, problem]) => ({ code, ...problem })),
);
