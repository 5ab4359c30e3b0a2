/** Every difference between MiniStack and AWS with its reason, by suite and case. */

import { because, type Differences } from '../../gateways/differences.ts';

const answersOptions = 'It answers OPTIONS itself, also where the API has no CORS settings.';
const findsByHost = 'It finds the API by the header Host, which the case sets to another name.';
const absoluteForm = 'It takes a target in absolute form for a path.';
const longHeaders = 'It accepts longer headers.';
const methods = 'It passes on methods that AWS refuses, in upper case.';
const lenientHttp = 'Its web server reads what AWS refuses as invalid HTTP.';

export const differences: Readonly<Record<string, Differences>> = {
  descriptors: because(findsByHost, { 404: ['have the base path of the request'] }),
  'conditional requests for the descriptors': because(findsByHost, {
    404: ['/v1/api-docs.json', '/v1/api-docs.json/source'],
  }),
  'conditional requests for a document': because(answersOptions, {
    403: ['OPTIONS /v1/source ignores a condition that cannot be read'],
  }),
  'hostile variables of a path': because('It does not end a decoded path at a question mark.', {
    400: ['GET 0123456789abcdef01234567%3Fa=b', 'DELETE 0123456789abcdef01234567%3Fa=b'],
  }),
  'hostile paths': {
    ...because('It takes two slashes at the beginning for one.', { 200: ['//v1/source'] }),
    ...because('It takes a path that begins with the name of the stage for one in that stage.', {
      303: ['/$default'],
    }),
    ...because(absoluteForm, {
      404: [
        'http://localhost/v1/source',
        'http://elsewhere.example/v1/source',
        'http://localhost',
        'HTTPS://localhost/v1/source?size=0',
      ],
    }),
  },
  'long queries': because(longHeaders, { 400: ['a URL of 10,300 bytes', 'a URL of 20,000 bytes'] }),
  methods: because(methods, {
    200: ['no method: get', 'no method: Get'],
    405: ['FOO', 'GETS', '__proto__', '1', 'XXXXXXXXXXXXXXXXXXXX'].map((name) => `no method: ${name}`),
  }),
  'requests that are not HTTP': because(lenientHttp, {
    200: ['a target without a slash', 'a control character in a header'],
    201: ['a length and chunks'],
    501: ['a transfer coding other than chunked'],
  }),
  'large requests': because(longHeaders, {
    200: [
      'a header of 10,300 bytes',
      'a header of 20,000 bytes',
      'headers of 11,000 bytes',
      'a name of 11,000 bytes',
    ],
  }),
  Link: because(answersOptions, { 403: ['OPTIONS', 'OPTIONS on an item', 'OPTIONS on a descriptor'] }),
  'names of a request': because(answersOptions, {
    403: ['OPTIONS of a known path', 'OPTIONS of an unknown path'],
  }),
  'security headers of': because(answersOptions, { 403: ['OPTIONS'] }),
  OPTIONS: {
    ...because('It takes this request for one to its own API.', { 405: ['/v2, an unknown path'] }),
    ...because(answersOptions, {
      403: [
        ...['/v1/source', '/v1/source?size=x', '/v1/source/0123456789abcdef01234567', '/v1/source/whatever'],
        ...['/v1/api-docs.json', '/v1/api-docs.json/source', '/v1/api-docs.json/nope', '/', '/v1'],
        ...['/v2/source', '/v1/source/a/b'].map((path) => `${path}, an unknown path`),
      ],
    }),
  },
};
