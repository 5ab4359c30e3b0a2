/**
 * The names that a project has in its responses and metrics. In bundles, the build defines the three variables by the
 * config of the project; elsewhere they do not exist.
 */

export interface ProjectNames {
  /** `type` of a problem is this and its code (RFC 9457 section 3.1.1). */
  readonly problemTypePrefix: string;
  /** `instance` of a problem is this and the id of its request (RFC 9457 section 3.1.5). */
  readonly problemInstancePrefix: string;
  readonly metricNamespace: string;
}

/** For a project that names none. */
export const standardNames: ProjectNames = {
  problemTypePrefix: 'urn:problem-type:headwater:',
  problemInstancePrefix: 'urn:request:headwater:',
  metricNamespace: 'Headwater',
};

declare const HEADWATER_PROBLEM_TYPE_PREFIX: string | undefined;
declare const HEADWATER_PROBLEM_INSTANCE_PREFIX: string | undefined;
declare const HEADWATER_METRIC_NAMESPACE: string | undefined;

/** esbuild's `define`: the variables and their values. */
export function namesInBundles(names: ProjectNames): Readonly<Record<string, string>> {
  return {
    HEADWATER_PROBLEM_TYPE_PREFIX: JSON.stringify(names.problemTypePrefix),
    HEADWATER_PROBLEM_INSTANCE_PREFIX: JSON.stringify(names.problemInstancePrefix),
    HEADWATER_METRIC_NAMESPACE: JSON.stringify(names.metricNamespace),
  };
}

export const problemTypePrefix =
  typeof HEADWATER_PROBLEM_TYPE_PREFIX === 'undefined'
    ? standardNames.problemTypePrefix
    : HEADWATER_PROBLEM_TYPE_PREFIX;

export const problemInstancePrefix =
  typeof HEADWATER_PROBLEM_INSTANCE_PREFIX === 'undefined'
    ? standardNames.problemInstancePrefix
    : HEADWATER_PROBLEM_INSTANCE_PREFIX;

export const metricNamespace =
  typeof HEADWATER_METRIC_NAMESPACE === 'undefined'
    ? standardNames.metricNamespace
    : HEADWATER_METRIC_NAMESPACE;
