/** A valid service with two resources: one in Swagger 1.1, one in 1.2. */

const id = { paramType: 'path', name: 'id', dataType: 'int' };
const petId = { paramType: 'path', name: 'petId', type: 'integer', format: 'int64', required: true };

const order = {
  apiVersion: '1.0',
  resourcePath: '/order',
  description: 'Orders',
  apis: [
    {
      path: '/order',
      description: 'All orders',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'list',
          summary: 'List orders',
          notes: 'Newest first',
          responseClass: 'List[Order]',
          parameters: [
            {
              paramType: 'query',
              name: 'size',
              description: 'How many',
              dataType: 'int',
              required: false,
              defaultValue: 10,
              allowableValues: { valueType: 'RANGE', min: 1, max: 100 },
            },
            {
              paramType: 'query',
              name: 'state',
              dataType: 'string',
              allowMultiple: true,
              allowableValues: { valueType: 'LIST', values: ['open', 'closed'] },
            },
            { paramType: 'query', name: 'tags', dataType: 'List[string]', minItems: 1, maxItems: 5 },
            { paramType: 'query', name: 'price', dataType: 'double', minimum: 0, maximum: 1000 },
            { paramType: 'query', name: 'since', dataType: 'Date', defaultValue: '2024-02-29' },
            { paramType: 'query', name: 'gift', dataType: 'boolean', defaultValue: 'false' },
            { paramType: 'query', name: 'like', dataType: 'Filter' },
            {
              paramType: 'header',
              name: 'X-Trace',
              dataType: 'string',
              pattern: '^[a-z]+$',
              minLength: 1,
              maxLength: 20,
            },
            { paramType: 'query', name: 'who', dataType: ['int', 'string'] },
          ],
          errorResponses: [{ code: 400, reason: 'Something is invalid' }],
        },
        {
          httpMethod: 'POST',
          nickname: 'add',
          responseClass: 'Order',
          parameters: [{ paramType: 'body', dataType: 'Order', required: true }],
        },
      ],
    },
    {
      path: '/order/{id}',
      operations: [
        { httpMethod: 'GET', nickname: 'read', responseClass: 'Order', parameters: [id] },
        {
          httpMethod: 'PATCH',
          nickname: 'change',
          responseClass: 'Order',
          parameters: [
            id,
            { paramType: 'body', name: 'note', dataType: 'string', required: true },
            { paramType: 'body', name: 'price', dataType: 'double' },
          ],
        },
        { httpMethod: 'DELETE', nickname: 'remove', responseClass: 'void', parameters: [id] },
      ],
    },
    {
      path: '/order/{id}/file/{rest+}',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'readFile',
          responseClass: 'any',
          parameters: [id, { paramType: 'path', name: 'rest', dataType: 'string' }],
        },
      ],
    },
    {
      path: '/order/{id}/receipt',
      operations: [
        {
          httpMethod: 'POST',
          nickname: 'attach',
          responseClass: 'void',
          consumes: ['multipart/form-data'],
          'x-status': 202,
          'x-memory': 256,
          'x-timeout': 10,
          parameters: [
            id,
            { paramType: 'form', name: 'scan', dataType: 'File', required: true },
            { paramType: 'form', name: 'title', dataType: 'string', defaultValue: 'Receipt' },
          ],
        },
      ],
    },
  ],
  models: {
    Order: {
      id: 'Order',
      description: 'What somebody wants',
      properties: {
        id: { type: 'long', required: true },
        lines: { type: 'List[Line]', required: true, minItems: 1, maxItems: 100 },
        price: { type: 'double', minimum: 0, maximum: 1000 },
        state: { type: 'string', allowableValues: { valueType: 'LIST', values: ['open', 'closed'] } },
        note: { type: 'string', minLength: 1, maxLength: 1000, pattern: '^[^<]*$' },
        shipped: { type: 'date-time' },
        tags: { type: 'Set[string]' },
        extras: { type: 'object', properties: { gift: { type: 'boolean' } }, required: ['gift'] },
        replaces: { $ref: 'Order' },
      },
    },
    Line: {
      id: 'Line',
      properties: { article: { type: 'string', required: true }, count: { type: 'int', minimum: 1 } },
      additionalProperties: { type: 'string' },
    },
    Filter: { id: 'Filter', properties: { text: { type: 'string' } } },
  },
};

const pet = {
  swaggerVersion: '1.2',
  apiVersion: '1.0',
  basePath: 'https://api.example.com/v1',
  resourcePath: '/pet',
  produces: ['application/json'],
  consumes: ['application/json', 'application/x-www-form-urlencoded'],
  apis: [
    {
      path: '/pet',
      operations: [
        {
          method: 'GET',
          nickname: 'findPets',
          type: 'array',
          items: { $ref: 'Pet' },
          deprecated: false,
          parameters: [
            {
              paramType: 'query',
              name: 'limit',
              type: 'integer',
              format: 'int32',
              minimum: '1',
              maximum: '100',
              defaultValue: '20',
            },
            {
              paramType: 'query',
              name: 'names',
              type: 'array',
              items: { type: 'string' },
              uniqueItems: true,
              enum: ['Rex', 'Tom'],
            },
            { paramType: 'query', name: 'sort', type: 'string', enum: ['name', 'age'] },
          ],
          responseMessages: [{ code: 400, message: 'Not as declared', responseModel: 'Problem' }],
        },
        {
          method: 'POST',
          nickname: 'addPet',
          type: 'Pet',
          parameters: [{ paramType: 'body', name: 'body', type: 'Pet', required: true }],
        },
      ],
    },
    {
      path: '/pet/{petId}',
      operations: [
        {
          method: 'POST',
          nickname: 'updatePet',
          type: 'void',
          parameters: [
            petId,
            { paramType: 'form', name: 'name', type: 'string' },
            { paramType: 'form', name: 'age', type: 'integer', minimum: '0' },
          ],
        },
      ],
    },
  ],
  models: {
    Pet: {
      id: 'Pet',
      discriminator: 'kind',
      subTypes: ['Cat', 'Dog'],
      required: ['id', 'kind'],
      properties: {
        id: { type: 'integer', format: 'int64' },
        kind: { type: 'string' },
        friends: { type: 'array', items: { $ref: 'Pet' }, uniqueItems: true, maxItems: 10 },
      },
    },
    Cat: { id: 'Cat', properties: { indoor: { type: 'boolean' } } },
    Dog: { id: 'Dog', required: ['breed'], properties: { breed: { type: 'string' } } },
    Problem: { id: 'Problem', properties: { title: { type: 'string' } }, additionalProperties: true },
  },
};

const listing = {
  apiVersion: '1.0',
  swaggerVersion: '1.2',
  basePath: '/v1',
  info: { title: 'A shop' },
  apis: [{ path: '/api-docs.json/order', description: 'Orders' }, { path: '/api-docs.json/pet' }],
};

/** Descriptors by file name. */
export const soundService = { 'api-docs': listing, order, pet };
