import { methods } from '../../../shared/plan/operation-plan.ts';
import { externalDocs, info, schema, security, tag } from './schema-shape.ts';
import { array, fixed, listOf, loose, mapOf, type Shape, text } from './shapes.ts';

const example = loose('summary description value externalValue');
const examples: Shape = { ...mapOf(example), isLoose: true };
const headerKeywords = 'description required deprecated allowEmptyValue style explode allowReserved example';
const header: Shape = fixed(`${headerKeywords} content`, { schema, examples });
const encoding = fixed('contentType style explode allowReserved', { headers: mapOf(header) });
const media = fixed('example', { examples, schema, encoding: mapOf(encoding) });
const content = mapOf(media);
const parameter = fixed(`name in ${headerKeywords}`, { schema, content, examples });
const requestBody = fixed('description required', { content });
const link = loose('operationRef operationId parameters requestBody description server');
const response = fixed('description', { headers: mapOf(header), content, links: mapOf(link) });
const variable = fixed('enum default description');
const servers = listOf(fixed('description', { url: text, variables: mapOf(variable) }));

const operation = fixed('summary description operationId callbacks deprecated', {
  tags: array,
  externalDocs,
  parameters: listOf(parameter),
  requestBody,
  responses: mapOf(response),
  security,
  servers,
});

const item = fixed('$ref summary description trace', {
  parameters: listOf(parameter),
  servers,
  ...Object.fromEntries(methods.map((method) => [method.toLowerCase(), operation])),
});

const flow = loose('authorizationUrl tokenUrl refreshUrl scopes');
const flows = loose('', { implicit: flow, password: flow, clientCredentials: flow, authorizationCode: flow });
const scheme = fixed('type description name in scheme bearerFormat openIdConnectUrl', { flows });

export const openApi3: Shape = fixed('openapi jsonSchemaDialect webhooks', {
  info,
  servers,
  security,
  externalDocs,
  tags: listOf(tag),
  paths: mapOf(item),
  components: fixed('headers links callbacks pathItems', {
    schemas: mapOf(schema),
    parameters: mapOf(parameter),
    requestBodies: mapOf(requestBody),
    responses: mapOf(response),
    examples,
    securitySchemes: mapOf(scheme),
  }),
});
