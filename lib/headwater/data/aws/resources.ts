/** Accessors of `#generated/aws.ts` for resources that a client of the SDK reaches. */

import { resourceVariable } from './variables.ts';

/** Each member throws as `resourceVariable` does. */
export interface Bucket {
  /** For `Bucket` of the commands of `@aws-sdk/client-s3`. */
  readonly name: string;
}

export interface Queue {
  /** For `QueueUrl` of the commands of `@aws-sdk/client-sqs`. */
  readonly url: string;
}

export interface Topic {
  /** For `TopicArn` of the commands of `@aws-sdk/client-sns`. */
  readonly arn: string;
}

export function bucket(variable: string): Bucket {
  return {
    get name() {
      return resourceVariable(variable);
    },
  };
}

export function queue(variable: string): Queue {
  return {
    get url() {
      return resourceVariable(variable);
    },
  };
}

export function topic(variable: string): Topic {
  return {
    get arn() {
      return resourceVariable(variable);
    },
  };
}
