export default {
  table: { indexes: { byState: { partition: 'state' } } },
  buckets: { uploads: {}, exports: {} },
};
