/**
 * Checks what functions return before a local gateway sends it. A difference from the descriptor is a line on the
 * screen, or a 500. Functions contain nothing of it: in Lambda nobody checks.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuildSettings } from '../../compile/build-settings.ts';
import { generatedFolder, openApiPath } from '../../compile/emit/wiring/generated-files.ts';
import type { Config } from '../../config/config.ts';
import { projectNamesOf } from '../../config/names.ts';
import type { HttpResponse } from '../../run/http/response/http-response.ts';
import { problemMediaType } from '../../run/http/response/problem.ts';
import { problemTypes } from '../../shared/errors.ts';
import { constantHeaders, namingHeaders } from '../../shared/plan/response-headers.ts';
import type { ProjectNames } from '../../shared/project-names.ts';
import type { LambdaHandler, LoadHandler } from './gateway/invoke-function.ts';
import { ResponseCheck, type ResponseDifference } from './response-check.ts';

/** The variable that passes `--check-responses` to a process that `npm start` forks. */
export const checkResponsesVariable = 'HEADWATER_CHECK_RESPONSES';

/** Returns the value of a function, or the response that replaces it. */
export type ResponseGuard = (id: string, event: unknown, value: unknown) => unknown;

/** The most differences of a response that are shown, as in a problem. */
const maxShown = 20;

/**
 * @param projectFolder It must be built.
 * @param refuses Whether a response that differs becomes a 500; `npm start` tells its processes.
 * @param config of the project, if the process has loaded it.
 */
export async function readResponseGuard(
  projectFolder: string,
  refuses = process.env[checkResponsesVariable] === 'on',
  config?: Config,
): Promise<ResponseGuard> {
  const judge = await readResponseJudge(projectFolder, config);
  return (id, event, value) => {
    const refusal = judge(id, event, value);
    for (const line of refusal?.lines ?? []) console.error(line);
    return refusal && refuses ? problemOf(refusal) : value;
  };
}

/** Returns how a response differs from its descriptor; undefined if it does not, and for any other value. */
export type ResponseJudge = (id: string, event: unknown, value: unknown) => Refusal | undefined;

/**
 * @param projectFolder It must be built.
 * @param config by default as it is now, which takes longer.
 */
export async function readResponseJudge(projectFolder: string, config?: Config): Promise<ResponseJudge> {
  const text = await readFile(join(projectFolder, generatedFolder, openApiPath), 'utf8');
  const names = config ? projectNamesOf(config) : (await readBuildSettings(projectFolder)).settings.names;
  const check = new ResponseCheck(JSON.parse(text), names);
  return (id, event, value) => {
    const request = requestOf(event);
    if (!request || !isResponse(value)) return undefined;
    const differences = check.differences(id, request.method, value).slice(0, maxShown);
    if (differences.length === 0) return undefined;
    const lines = differences.map((difference) => describe(request, value, difference));
    return { response: value, lines, differences, isHead: request.method === 'HEAD', names };
  };
}

/** @example const guarded = guardFunctions(functions, guard); // with the same functions, checked */
export function guardFunctions(
  functions: ReadonlyMap<string, LoadHandler>,
  guard: ResponseGuard,
): Map<string, LoadHandler> {
  const guarded = (id: string, load: LoadHandler): LoadHandler => {
    return async () => {
      const handler = await load();
      const checked: LambdaHandler = async (event, context) =>
        guard(id, event, await handler(event, context));
      return checked;
    };
  };
  return new Map([...functions].map(([id, load]) => [id, guarded(id, load)]));
}

interface Request {
  readonly method: string;
  readonly path: string;
}

/** @returns undefined for an event of a schedule or a stream. */
function requestOf(event: unknown): Request | undefined {
  return (event as { readonly requestContext?: { readonly http?: Request } } | null)?.requestContext?.http;
}

/** A function that somebody has added by hand may return any value. */
function isResponse(value: unknown): value is HttpResponse {
  return typeof value === 'object' && value !== null && 'statusCode' in value && 'headers' in value;
}

/** @example 'Response differs from its descriptor: GET /v1/thing 200, body at /name: must be a string; was 7' */
function describe(
  { method, path }: Request,
  { statusCode }: HttpResponse,
  difference: ResponseDifference,
): string {
  return `Response differs from its descriptor: ${method} ${path} ${statusCode}, ${placeOf(difference)}: ${difference.message}`;
}

function placeOf({ in: place, name, pointer = '' }: ResponseDifference): string {
  if (place === 'header') return `header ${name}`;
  return place === 'body' && pointer !== '' ? `body at ${pointer}` : place;
}

interface Refusal {
  readonly response: HttpResponse;
  /** One sentence for each difference. */
  readonly lines: readonly string[];
  readonly differences: readonly ResponseDifference[];
  readonly isHead: boolean;
  readonly names: ProjectNames;
}

/** The problem that a client gets in place of the response; it satisfies the descriptor itself. */
function problemOf({ response: { headers }, lines, differences, isHead, names }: Refusal): HttpResponse {
  const [status, title] = problemTypes.internal_error;
  const kept = [...Object.keys(constantHeaders), ...namingHeaders.map(([name]) => name), 'link'];
  const own = Object.entries(headers).filter(([name]) => kept.includes(name));
  const problem = {
    type: `${names.problemTypePrefix}internal_error`,
    title,
    status,
    detail: lines.join('\n'),
    instance: `${names.problemInstancePrefix}${headers['x-request-id']}`,
    errors: differences.filter((difference) => difference.in !== 'status'),
  };
  return {
    statusCode: status,
    headers: {
      ...Object.fromEntries(own),
      'cache-control': 'no-store',
      'content-type': problemMediaType,
    },
    ...(isHead ? {} : { body: JSON.stringify(problem) }),
  };
}
