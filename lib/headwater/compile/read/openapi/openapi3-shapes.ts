import { methods } from '../../../shared/plan/operation-plan.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { externalDocs, info, responsesOf, routes, schema, security, tag } from './schema-shape.ts';
import { alike, array, fixed, listOf, loose, mapOf, type Shape, text } from './shapes.ts';

const example = loose('summary description value externalValue dataValue serializedValue');
const examples: Shape = { ...mapOf(example), isLoose: true };
const headerKeywords = 'description required deprecated allowEmptyValue style explode allowReserved example';
const header = loose(`${headerKeywords} content`, { schema, examples });
const encoding = fixed('contentType style explode allowReserved', { headers: mapOf(header) });
const media: Shape = {
  ...fixed('$ref example itemSchema prefixEncoding itemEncoding', {
    examples,
    schema,
    encoding: mapOf(encoding),
  }),
  holder: 'a media type',
  check: hasNoReference,
};
const content = mapOf(media, { names: /\//, example: 'application/json', isBetween: true });
const parameter: Shape = {
  ...fixed(`name in ${headerKeywords}`, { schema, content, examples }),
  holder: 'a parameter',
  elsewhere: { collectionFormat: '"style" and "explode"' },
};
const requestBody: Shape = { ...fixed('description required', { content }), check: hasContent };
const link = loose('operationRef operationId parameters requestBody description server');
const response: Shape = {
  ...fixed('summary description', { headers: mapOf(header), content, links: mapOf(link) }),
  holder: 'a response',
};
const variable = fixed('enum default description');
const servers = listOf(fixed('name description', { url: text, variables: mapOf(variable) }));

const operation: Shape = {
  ...fixed('summary description operationId callbacks deprecated', {
    tags: array,
    externalDocs,
    parameters: listOf(parameter),
    requestBody,
    responses: responsesOf(response),
    security,
    servers,
  }),
  holder: 'an operation',
  elsewhere: {
    consumes: 'the media types in "content" of requestBody',
    produces: 'the media types in "content" of each response',
  },
};

const item = fixed('$ref summary description trace query additionalOperations', {
  parameters: listOf(parameter),
  servers,
  ...alike(methods.join(' ').toLowerCase(), operation),
});

const flow = loose('authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes');
const flowNames = 'implicit password clientCredentials authorizationCode deviceAuthorization';
const flows = loose('', alike(flowNames, flow));
const scheme = fixed(
  'type description name in scheme bearerFormat openIdConnectUrl oauth2MetadataUrl deprecated',
  { flows },
);

export const openApi3: Shape = {
  ...fixed('openapi $self jsonSchemaDialect webhooks', {
    info,
    servers,
    security,
    externalDocs,
    tags: listOf(tag),
    paths: mapOf(item, routes),
    components: fixed('headers links callbacks pathItems mediaTypes', {
      schemas: mapOf(schema),
      parameters: mapOf(parameter),
      requestBodies: mapOf(requestBody),
      responses: mapOf(response),
      examples,
      securitySchemes: mapOf(scheme),
    }),
  }),
  holder: 'a document',
  elsewhere: {
    basePath: 'servers: [{ url: ... }]',
    definitions: 'components: { schemas: ... }',
    securityDefinitions: 'components: { securitySchemes: ... }',
  },
};

/** Without this check, nothing would read it: the body could be anything. */
function hasNoReference(node: SourceNode): boolean {
  const reference = node.member('$ref');
  const accepted = `schema: { $ref: ${quote(reference?.value)} }`;
  reference?.report('E-KEY', '"$ref" without "schema" around it', accepted);
  return reference === undefined;
}

function hasContent(node: SourceNode): boolean {
  if (node.anyMember(['content', '$ref'])) return true;
  const accepted = 'content: { application/json: { schema: ... } }';
  node.report('E-SHAPE', 'a requestBody without "content"', accepted);
  return false;
}
