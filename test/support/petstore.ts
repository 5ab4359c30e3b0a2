/** A realistic folder of Swagger 1.2: an unusual name of the listing, files without extension, sub-folders and YAML. */

import type { ProjectFiles } from './project.ts';

const pet = {
  swaggerVersion: '1.2',
  basePath: 'http://petstore.example.com/api',
  resourcePath: '/pet',
  apis: [
    {
      path: '/pet/{petId}',
      operations: [
        {
          method: 'GET',
          nickname: 'getPetById',
          type: 'Pet',
          parameters: [
            { paramType: 'path', name: 'petId', type: 'integer', format: 'int64', required: true },
          ],
        },
      ],
    },
    {
      path: '/pet',
      operations: [
        {
          method: 'POST',
          nickname: 'addPet',
          type: 'void',
          parameters: [{ paramType: 'body', name: 'body', type: 'Pet', required: true }],
        },
      ],
    },
  ],
  models: {
    Pet: {
      id: 'Pet',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer', format: 'int64', minimum: '10', maximum: '99' },
        name: { type: 'string' },
        status: { type: 'string', enum: ['available', 'sold'] },
        tags: { type: 'array', items: { $ref: 'Tag' } },
        parent: { $ref: 'Pet' },
      },
    },
    Tag: { id: 'Tag', properties: { name: { type: 'string', minLength: 6 } } },
  },
};

const store = {
  swaggerVersion: '1.2',
  basePath: 'http://petstore.example.com/api',
  resourcePath: '/store',
  apis: [
    {
      path: '/store/inventory',
      operations: [{ method: 'GET', nickname: 'getInventory', type: 'Chain', parameters: [] }],
    },
  ],
  models: { Chain: { id: 'Chain', required: ['next'], properties: { next: { $ref: 'Chain' } } } },
};

const user = `swaggerVersion: '1.2'
basePath: http://petstore.example.com/api
resourcePath: /user
apis:
  - path: /user/{name}
    operations:
      - method: GET
        nickname: getUserByName
        type: string
        parameters:
          - { paramType: path, name: name, type: string, required: true }
`;

export const petstore: ProjectFiles = {
  'index.json': {
    swaggerVersion: '1.2',
    apiVersion: '1.0.7',
    info: { title: 'Pets', description: 'A store of pets' },
    apis: [
      { path: '/pet', description: 'Pets themselves' },
      { path: '/store', description: 'Orders' },
      { path: '/user', description: 'Users' },
    ],
  },
  'v1/1.2-pet.json': pet,
  'v1/store': store,
  'v1/user.yaml': user,
};

/** The same files in a sub-folder. */
export function petstoreIn(folder: string): ProjectFiles {
  return Object.fromEntries(
    Object.entries(petstore).map(([path, content]) => [`${folder}/${path}`, content]),
  );
}
