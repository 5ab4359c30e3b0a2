/** Checks error responses against docs/service/problem.schema.json and docs/headwater/problems.md. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type IssueCode, issueCodes } from '../../lib/headwater/run/http/request/issue.ts';
import { problemInstancePrefix } from '../../lib/headwater/shared/project-names.ts';
import { repository } from './repository.ts';

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Problem {
  readonly type: string;
  readonly status: number;
  readonly instance: string;
  readonly errors?: readonly { readonly code: IssueCode }[];
}

export const problemMediaType = 'application/problem+json';

const read = (path: string) => JSON.parse(readFileSync(join(repository, 'docs', path), 'utf8'));

/** The schema for every service. */
export const frameworkSchema = read('headwater/problem.schema.json');
/** The schema for this service, which refers to the other one by its path. */
export const problemSchema = read('service/problem.schema.json');

const validate = new Ajv2020({ allErrors: true })
  .addSchema(frameworkSchema, problemSchema.$ref)
  .compile(problemSchema);

/**
 * @throws AssertionError if the body is not a valid problem, or its status or request differs from the response.
 */
export function checkProblem({ status, headers, body }: ErrorAnswer): void {
  assert.equal(headers['content-type'], problemMediaType);
  validate(body);
  assert.deepEqual(validate.errors, null, JSON.stringify(body));
  const { type, status: declared, instance, errors = [] } = body as Problem;
  assert.equal(declared, status);
  assert.equal(instance, problemInstancePrefix + headers['x-request-id']);
  if (type !== 'urn:problem-type:headwater:invalid_request') return;
  const unknown = errors.filter(({ code }) => !issueCodes.includes(code));
  assert.deepEqual(unknown, [], 'docs/headwater/problems.md does not explain it');
}
