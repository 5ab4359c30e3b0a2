/** Which deployment of a stack is live: the newest in its bucket is not, after a rollback or a failure. */

import { isDeepStrictEqual } from 'node:util';
import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

const templateKey = /\/(\d+)-[^/]+\/compiled-cloudformation-template\.json$/;

/** @returns what `serverless rollback --timestamp` takes; undefined if the stack does not exist, or has no deployment. */
export async function liveDeployment(StackName) {
  const cloudFormation = new CloudFormationClient();
  // As MiniStack needs it; AWS takes it, too.
  const s3 = new S3Client({ forcePathStyle: true });
  const templates = [];
  try {
    const { TemplateBody } = await cloudFormation.send(new GetTemplateCommand({ StackName }));
    const live = JSON.parse(TemplateBody);
    const { StackResourceDetail } = await cloudFormation.send(
      new DescribeStackResourceCommand({ StackName, LogicalResourceId: 'ServerlessDeploymentBucket' }),
    );
    const Bucket = StackResourceDetail.PhysicalResourceId;
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket }))
      templates.push(...Contents.filter(({ Key }) => templateKey.test(Key)).map(({ Key }) => Key));
    for (const Key of templates.toSorted().toReversed()) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      if (isDeepStrictEqual(JSON.parse(await Body.transformToString()), live))
        return templateKey.exec(Key)[1];
    }
    return undefined;
  } catch (error) {
    if (/does not exist/.test(error.message)) return undefined;
    throw error;
  }
}
