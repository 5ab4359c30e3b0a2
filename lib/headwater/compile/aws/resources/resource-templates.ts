/** The resources that a config declares, as the plugin `headwater/serverless` brings them to the template. */

import type {
  AwsSettings,
  BucketSettings,
  QueueSettings,
  TopicSettings,
} from '../../../config/aws-resources.ts';
import type { TableKeys, TableSettings } from '../../../config/tables.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { keyDefinition, serviceKeys } from './key-definition.ts';
import { logicalIdOf, type TemplateKind } from './logical-ids.ts';

type Members = Readonly<Record<string, unknown>>;

/** The name of a table as osls resolves it. */
const tableName = (name: string) => `\${self:service}-\${sls:stage}-${name}`;

/** A first deployment that fails leaves nothing behind; later ones never delete what is stored. */
const kept = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };

/**
 * By logical id. Those that serverless.yml declares itself are not among them.
 *
 * @param table The template of the table of the service, which has the indexes that the config declares for it.
 */
export function resourceTemplates(settings: AwsSettings, table: Members): Members {
  const { tables = {}, buckets = {}, queues = {}, topics = {} } = settings;
  return {
    ...templates('table', tables, (own, name) => tableTemplate(own, name, table)),
    ...templates('bucket', buckets, bucketTemplate),
    ...templates('queue', queues, queueTemplate),
    ...templates('topic', topics, topicTemplate),
  };
}

/** The template of the table of the service with the indexes that the config declares. */
export function withIndexes(table: Members, { table: own }: AwsSettings): Members {
  return own?.indexes ? { ...table, Properties: withKeys(table, { ...serviceKeys, ...own }) } : table;
}

function templates<Settings extends object>(
  kind: TemplateKind,
  declared: Readonly<Record<string, Settings>>,
  template: (settings: Settings, name: string) => Members,
): Members {
  const made = Object.entries(declared).filter(([, each]) => membersOf(each)['resource'] === undefined);
  return Object.fromEntries(
    made.map(([name, settings]) => [logicalIdOf({ kind, name }), template(settings, name)]),
  );
}

/** All that the table of the service has, except for its stream, which consumers read. */
function tableTemplate({ expires, ...keys }: TableSettings, name: string, table: Members): Members {
  const { StreamSpecification: _stream, TimeToLiveSpecification: _expiry, ...others } = withKeys(table, keys);
  const TimeToLiveSpecification =
    expires === undefined ? undefined : { AttributeName: expires, Enabled: true };
  const own = { ...others, TableName: tableName(name), ...omitUndefined({ TimeToLiveSpecification }) };
  return { ...table, Properties: own };
}

/** The properties of a table with other keys and indexes. The limits of the stage bound the bill of each index, too. */
function withKeys({ Properties }: Members, keys: TableKeys & Pick<TableSettings, 'indexes'>): Members {
  const { OnDemandThroughput, ...properties } = membersOf(Properties);
  const { GlobalSecondaryIndexes: indexes, ...definition } = keyDefinition(keys);
  const limited = indexes?.map((index) => ({ ...index, OnDemandThroughput }));
  return {
    ...properties,
    ...definition,
    ...omitUndefined({ GlobalSecondaryIndexes: limited }),
    OnDemandThroughput,
  };
}

function bucketTemplate({ cors, expireDays }: BucketSettings): Members {
  const rules = cors && [
    {
      AllowedOrigins: cors.origins,
      AllowedMethods: cors.methods ?? ['GET', 'PUT'],
      AllowedHeaders: ['*'],
      ExposedHeaders: ['ETag'],
      MaxAge: 3_600,
    },
  ];
  const expiry =
    expireDays === undefined ? [] : [{ Id: 'expire', Status: 'Enabled', ExpirationInDays: expireDays }];
  // Parts of uploads that nobody completes would cost for ever.
  const abort = {
    Id: 'abort',
    Status: 'Enabled',
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
  };
  return {
    Type: 'AWS::S3::Bucket',
    ...kept,
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: { Rules: [...expiry, abort] },
      ...omitUndefined({ CorsConfiguration: rules && { CorsRules: rules } }),
    },
  };
}

function queueTemplate({ isFifo }: QueueSettings): Members {
  const fifo = isFifo ? { FifoQueue: true, ContentBasedDeduplication: true } : {};
  // 14 days, the longest that SQS takes, in seconds.
  return { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 1_209_600, ...fifo } };
}

function topicTemplate({ isFifo }: TopicSettings): Members {
  const fifo = isFifo ? { FifoTopic: true, ContentBasedDeduplication: true } : {};
  return { Type: 'AWS::SNS::Topic', Properties: fifo };
}
