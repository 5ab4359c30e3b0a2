/** The shape of an OpenAPI 3 document. */

import { methods } from '../../plan/operation-plan.ts';
import { array, listOf, mapOf, object, type Shape, schema, text } from './shapes.ts';

const media: Shape = { is: 'object', members: { schema, encoding: mapOf(object) } };
const content = mapOf(media);
const parameter: Shape = { is: 'object', members: { schema, content } };
const requestBody: Shape = { is: 'object', members: { content } };
const response: Shape = { is: 'object', members: { headers: mapOf(object), content } };
const security = listOf(mapOf(array));
const servers = listOf({ is: 'object', members: { url: text, variables: mapOf(object) } });

const operation: Shape = {
  is: 'object',
  members: {
    tags: array,
    parameters: listOf(parameter),
    requestBody,
    responses: mapOf(response),
    security,
    servers,
  },
};

const item: Shape = {
  is: 'object',
  members: {
    parameters: listOf(parameter),
    servers,
    ...Object.fromEntries(methods.map((method) => [method.toLowerCase(), operation])),
  },
};

export const openApi3: Shape = {
  is: 'object',
  members: {
    info: object,
    servers,
    security,
    tags: listOf(object),
    paths: mapOf(item),
    components: {
      is: 'object',
      members: {
        schemas: mapOf(schema),
        parameters: mapOf(parameter),
        requestBodies: mapOf(requestBody),
        responses: mapOf(response),
        securitySchemes: mapOf(object),
      },
    },
  },
};
