/** `problems` and `metrics` of a config: the names that a project has in its responses and in CloudWatch. */

import { omitUndefined } from '../shared/json/omit.ts';
import { type ProjectNames, standardNames } from '../shared/project-names.ts';
import type { Config } from './config.ts';
import { objectRule, textRule } from './rules.ts';

export interface ProblemNames {
  /** `type` of a problem is this and its code, such as `urn:problem-type:shop:not_found`. */
  readonly typePrefix?: string;
  /** `instance` of a problem is this and the id of its request. */
  readonly instancePrefix?: string;
}

export interface MetricNames {
  /** The namespace of the service's own metrics, and of its alarms for them. */
  readonly namespace?: string;
}

export function projectNamesOf({
  problems = {},
  metrics = {},
}: Pick<Config, 'problems' | 'metrics'>): ProjectNames {
  const given = {
    problemTypePrefix: problems.typePrefix,
    problemInstancePrefix: problems.instancePrefix,
    metricNamespace: metrics.namespace,
  };
  return { ...standardNames, ...omitUndefined(given) };
}

/** A scheme, then characters of a URI (RFC 3986), and a delimiter before what follows. */
const uriPrefix = /^[a-z][a-z0-9+.-]*:[\w\-.~:/?#@!$&'()*+,;=%]*(?<=[:/?#=])$/i;

const prefixRule = (example: string) =>
  textRule(`a URI that ends in : / ? # or =, such as ${example}`, uriPrefix);

export const problemNamesRule = objectRule<ProblemNames>(
  {
    typePrefix: prefixRule('"urn:problem-type:shop:" or "https://shop.example.com/problems/"'),
    instancePrefix: prefixRule('"urn:request:shop:"'),
  },
  'an object with typePrefix and instancePrefix',
);

/** docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html */
const namespacePattern = /^(?!AWS\/)[\w.\-/#][\w.\-/#:]{0,254}$/;

export const metricNamesRule = objectRule<MetricNames>(
  {
    namespace: textRule(
      'a namespace of CloudWatch: 1 to 255 letters, digits and . - _ / # :, not beginning with : or AWS/',
      namespacePattern,
    ),
  },
  'an object with namespace',
);
