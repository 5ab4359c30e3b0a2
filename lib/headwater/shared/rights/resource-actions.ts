/** What functions may do with resources of AWS that the project declares: the actions of `x-uses`, with what each allows. */

/** An action of `x-uses`. */
interface ResourceAction {
  /** The actions of IAM. */
  readonly allows: readonly string[];
  /** The commands of the SDK for which they suffice. */
  readonly sends: readonly string[];
}

interface ResourceKind {
  /** The client of the SDK with these commands, as in `@aws-sdk/client-s3`. Absent: no handler sends them itself. */
  readonly client?: string;
  readonly actions: Readonly<Record<string, ResourceAction>>;
  /** The actions of a use that names none. Absent: it must name some. */
  readonly implied?: readonly string[];
}

const action = (allows: string, sends: string): ResourceAction => ({
  allows: allows.split(' '),
  sends: sends.split(' '),
});

const queries = {
  query: action('dynamodb:Query', 'Query'),
  scan: action('dynamodb:Scan', 'Scan'),
};

const reading = { read: { allows: [], sends: [] } };

/** https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html */
export const resourceKinds = {
  table: {
    client: 'dynamodb',
    actions: {
      get: action(
        'dynamodb:BatchGetItem dynamodb:ConditionCheckItem dynamodb:GetItem',
        'BatchGetItem GetItem TransactGetItems',
      ),
      put: action('dynamodb:PutItem', 'PutItem TransactWriteItems'),
      update: action('dynamodb:UpdateItem', 'TransactWriteItems UpdateItem'),
      delete: action('dynamodb:DeleteItem', 'DeleteItem TransactWriteItems'),
      // It puts and deletes.
      batchWrite: action('dynamodb:BatchWriteItem', 'BatchWriteItem'),
      ...queries,
    },
  },
  index: { client: 'dynamodb', actions: queries, implied: ['query'] },
  bucket: {
    client: 's3',
    actions: {
      get: action('s3:GetObject', 'GetObject HeadObject'),
      put: action(
        's3:AbortMultipartUpload s3:PutObject',
        'AbortMultipartUpload CompleteMultipartUpload CreateMultipartUpload PutObject UploadPart',
      ),
      delete: action('s3:DeleteObject', 'DeleteObject DeleteObjects'),
      list: action('s3:ListBucket', 'HeadBucket ListObjects ListObjectsV2'),
    },
  },
  queue: {
    client: 'sqs',
    actions: {
      send: action('sqs:SendMessage', 'SendMessage SendMessageBatch'),
      receive: action(
        'sqs:ChangeMessageVisibility sqs:DeleteMessage sqs:GetQueueAttributes sqs:ReceiveMessage',
        'ChangeMessageVisibility ChangeMessageVisibilityBatch DeleteMessage DeleteMessageBatch GetQueueAttributes ReceiveMessage',
      ),
    },
  },
  topic: {
    client: 'sns',
    actions: { publish: action('sns:Publish', 'Publish PublishBatch') },
    implied: ['publish'],
  },
  secret: { actions: reading, implied: ['read'] },
  parameter: { actions: reading, implied: ['read'] },
} as const satisfies Record<string, ResourceKind>;

export type ResourceKindName = keyof typeof resourceKinds;

export const resourceKindNames = Object.keys(resourceKinds) as readonly ResourceKindName[];

export function kindOfResource(kind: ResourceKindName): ResourceKind {
  return resourceKinds[kind];
}
