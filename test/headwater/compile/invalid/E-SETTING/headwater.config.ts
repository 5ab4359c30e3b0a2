export default {
  validation: 'no',
  errorFormater: 'lib/format-error.ts',
  cors: {
    origins: ['*', 'https://app.example.com/'],
    credentials: true,
  },
};
