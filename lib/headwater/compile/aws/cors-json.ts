/** `provider.httpApi.cors` of serverless.yml: the CORS configuration of the gateway, or false for none. */

import type { CorsSettings } from '../../config/cors-settings.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { responseHeaders } from '../emit/openapi/response-headers.ts';
import { generatedFolder } from '../emit/wiring/generated-files.ts';
import { operationsOf, servedRoutesOf } from '../plan/operations.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { Deployment } from './deployment.ts';

export const corsJsonPath = 'cors.json';

/** The CORS settings under osls's names. */
export interface GatewayCors {
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedResponseHeaders: readonly string[];
  readonly allowCredentials?: true;
  readonly maxAge: number;
}

/** In seconds: long enough for a page visit, short enough for a changed setting to take effect. */
export const defaultMaxAge = 600;

/** Request headers that every operation reads: for content negotiation, preconditions and logs. */
const readHeaders = ['Accept', 'Content-Type', 'If-Match', 'If-None-Match', 'traceparent', 'X-Request-Id'];

/** In addition to the CORS-safelisted response-header names (fetch.spec.whatwg.org). */
const exposedHeaders = [
  ...Object.keys(responseHeaders),
  // The default route sends it, which no document describes.
  'Allow',
  // The gateway's id of the request, for searching the logs.
  'Apigw-Requestid',
];

export function gatewayCors(service: ServicePlan, cors: CorsSettings | undefined): GatewayCors | false {
  if (!cors) return false;
  const credentials = operationsOf(service).flatMap(({ runtime }) => runtime.access?.flat() ?? []);
  const inHeaders = credentials.flatMap(({ place, name }) => (place === undefined ? name : []));
  const accessHeaders = credentials.length > 0 ? [...inHeaders, 'X-Owner'] : [];
  const declared = operationsOf(service).flatMap(({ parameters }) =>
    parameters.filter(({ runtime }) => runtime.place === 'header').map(({ runtime }) => runtime.name),
  );
  return {
    allowedOrigins: distinct(cors.origins),
    // All methods, even if osls packages a part of the service.
    allowedMethods: distinct([
      ...service.functions.flatMap(servedRoutesOf).map(({ method }) => method),
      'OPTIONS',
    ]).toSorted(),
    allowedHeaders: distinct([...readHeaders, ...accessHeaders, ...declared, ...(cors.headers ?? [])]),
    exposedResponseHeaders: distinct([...exposedHeaders, ...(cors.exposedHeaders ?? [])]),
    ...omitUndefined({ allowCredentials: cors.credentials || undefined }),
    maxAge: cors.maxAge ?? defaultMaxAge,
  };
}

/** The plugin brings this member. Without it, osls would deploy no CORS, whatever the setting. */
export function missingCors(isSet: boolean, { provider, locate }: Deployment): Diagnostic[] {
  const { httpApi } = provider;
  if (!isSet || (membersOf(httpApi)['cors'] ?? undefined) !== undefined) return [];
  const found = 'no provider.httpApi.cors, although headwater.config.ts sets cors';
  const accepted = `cors: \${file(./${generatedFolder}/${corsJsonPath})}`;
  return [{ code: 'E-SETTING', ...locate(['provider', 'httpApi']), found, accepted }];
}

/** Names of headers, and origins, ignore letter case. */
function distinct(names: readonly string[]): string[] {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
}
