/** In serverless.yml; alarms notify it. */
export const topicId = 'AlarmTopic';

/** What all alarms share that count failures. */
export const onFailures = {
  Threshold: 0,
  ComparisonOperator: 'GreaterThanThreshold',
  TreatMissingData: 'notBreaching',
  AlarmActions: [{ Ref: topicId }],
  // So that nobody looks for what is over.
  OKActions: [{ Ref: topicId }],
};
