/** Errors of DynamoDB as AWS words them: most tell something of the account. */

const account = '123456789012';
const role = `arn:aws:sts::${account}:assumed-role/headwater-prod-RoleGetItem-1ABC/headwater-prod-source-list`;
const table = `arn:aws:dynamodb:us-east-1:${account}:table/headwater-prod`;
const key = `arn:aws-us-gov:kms:us-gov-west-1:${account}:key/6b014422-0dc5-71a8-62de-d03900000000`;
const token = 'IQoJb3JpZ2luX2VjEJr//////////wEaCXVzLWVhc3QtMSJHMEUCIQ';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
export const databaseErrors: readonly (readonly [name: string, message: string])[] = [
  [
    'AccessDeniedException',
    `User: ${role} is not authorized to perform: dynamodb:PutItem on resource: ${table} because no identity-based policy allows the dynamodb:PutItem action`,
  ],
  ['ConditionalCheckFailedException', 'The conditional request failed'],
  [
    'IncompleteSignatureException',
    `Credential=ASIAQ3EGVYEXAMPLE123/20261122/us-east-1/dynamodb/aws4_request is not complete`,
  ],
  [
    'InvalidSignatureException',
    `The Canonical String for this request should have been 'POST / host:dynamodb.us-east-1.amazonaws.com x-amz-security-token:${token} '`,
  ],
  ['ItemCollectionSizeLimitExceededException', `Collection size exceeded in ${table}/index/one`],
  ['KMSAccessDeniedException', `${role} may not use ${key}`],
  ['KMSDisabledException', `${key} is disabled.`],
  ['KMSInvalidStateException', `${key} is pending deletion.`],
  ['KMSNotFoundException', `Key '${key}' does not exist`],
  ['LimitExceededException', `Too many operations for a given subscriber ${account}`],
  ['MissingAuthenticationTokenException', 'Request is missing Authentication Token'],
  [
    'ProvisionedThroughputExceededException',
    `The level of configured provisioned throughput for ${table} was exceeded.`,
  ],
  [
    'ReplicatedWriteConflictException',
    `One or more items of ${table} were modified by a request in another Region`,
  ],
  ['RequestLimitExceeded', `Throughput exceeds the current throughput limit for your account ${account}.`],
  ['ResourceNotFoundException', `Requested resource not found: Table: ${table} not found`],
  ['SerializationException', 'Start of structure or map found where not expected'],
  ['ServiceUnavailable', 'The server is currently unable to handle the request'],
  [
    'ThrottlingException',
    `Rate of requests exceeds the allowed throughput: arn:aws-cn:dynamodb:cn-north-1:${account}:table/x`,
  ],
  [
    'UnrecognizedClientException',
    `The security token AKIAIOSFODNN7EXAMPLE included in the request is invalid.`,
  ],
  ['ValidationException', `Value '${table}' at 'tableName' failed to satisfy constraint`],
  ['InternalServerError', `Internal error for (${table}), request ${account}`],
];

/** What neither a log nor a response may tell. */
export const secrets = /\barn:|\b\d{12}\b|A(?:KIA|SIA)[A-Z0-9]{8}|IQoJb3/;
