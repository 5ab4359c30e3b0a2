import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item as it travels: each value with its type. */
export type Item = Record<string, AttributeValue>;
