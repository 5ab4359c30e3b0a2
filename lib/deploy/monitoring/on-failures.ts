/** The logical id of the topic in serverless.yml that alarms notify. */
export const topicId = 'AlarmTopic';

/** The settings that all alarms for failures share. */
export const onFailures = {
  Threshold: 0,
  ComparisonOperator: 'GreaterThanThreshold',
  TreatMissingData: 'notBreaching',
  AlarmActions: [{ Ref: topicId }],
  // The topic also learns that the failure is over.
  OKActions: [{ Ref: topicId }],
};
