export default { public: true, buckets: { uploads: {} }, table: { indexes: { byState: { partition: 'state' } } } };
