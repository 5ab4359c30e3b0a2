/** `provider.httpApi.cors` of serverless.yml: what the gateway says of CORS, and false where it is to say nothing. */

import { generatedFolder } from '../compiler/emit/generated-files.ts';
import { routesOf } from '../compiler/plan/function-routes.ts';
import { operationsOf } from '../compiler/plan/operations.ts';
import type { Problem } from '../compiler/source/problem.ts';
import { isObject } from '../compiler/source/source-node.ts';
import { omitUndefined } from '../json/omit-undefined.ts';
import type { ServicePlan } from '../plan/service-plan.ts';
import type { CorsSettings } from './cors-settings.ts';
import type { Deployment } from './deployment.ts';

export const corsJsonPath = 'cors.json';

/** In the words of osls. */
export interface GatewayCors {
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedResponseHeaders: readonly string[];
  readonly allowCredentials?: true;
  readonly maxAge: number;
}

/** Long enough for whoever works with a page, short enough for a setting that is changed. */
const defaultMaxAge = 600;

/** Of requests, whatever an operation declares: all answer in types that are asked for, and on conditions. */
const readHeaders = ['Accept', 'Content-Type', 'If-Match', 'If-None-Match'];

/** Beside those that scripts may read of any answer (fetch.spec.whatwg.org, CORS-safelisted response-header name). */
const sentHeaders = [
  ...['Accept', 'Accept-Encoding', 'Accept-Patch', 'Allow', 'Deprecation', 'ETag', 'Link', 'Location'],
  // The gateway's own, to be told to whoever looks for a request in the logs.
  ...['Retry-After', 'Sunset', 'Apigw-Requestid'],
];

export function gatewayCors(service: ServicePlan, cors: CorsSettings | undefined): GatewayCors | false {
  if (!cors) return false;
  const declared = operationsOf(service).flatMap(({ parameters }) =>
    parameters.filter(({ runtime }) => runtime.place === 'header').map(({ runtime }) => runtime.name),
  );
  return {
    allowedOrigins: distinct(cors.origins),
    // All of them, also where osls packages a part of the service.
    allowedMethods: distinct([
      ...service.functions.flatMap(routesOf).map(({ method }) => method),
      'OPTIONS',
    ]).toSorted(),
    allowedHeaders: distinct([...readHeaders, ...declared, ...(cors.headers ?? [])]),
    exposedResponseHeaders: distinct([...sentHeaders, ...(cors.exposedHeaders ?? [])]),
    ...omitUndefined({ allowCredentials: cors.credentials || undefined }),
    maxAge: cors.maxAge ?? defaultMaxAge,
  };
}

/** A serverless.yml that says nothing of CORS would deploy none, whatever is set. */
export function missingCors(isSet: boolean, { provider, locate }: Deployment): Problem[] {
  const { httpApi } = provider;
  if (!isSet || (isObject(httpApi) && httpApi['cors'] !== undefined)) return [];
  const found = 'no provider.httpApi.cors, although package.json sets cors';
  const accepted = `cors: \${file(./${generatedFolder}/${corsJsonPath})}`;
  return [{ code: 'E-SETTING', ...locate(['provider', 'httpApi']), found, accepted }];
}

/** Neither names of headers nor origins have letter case. */
function distinct(names: readonly string[]): string[] {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
}
