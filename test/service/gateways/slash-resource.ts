/** A resource whose paths end in a slash: path below the project -> content. */

const declaration = {
  resourcePath: '/slash',
  apis: [
    {
      path: '/slash/',
      operations: [
        {
          httpMethod: 'POST',
          nickname: 'create',
          responseClass: 'any',
          parameters: [{ paramType: 'body', dataType: 'any', required: true }],
        },
      ],
    },
    {
      path: '/slash/{name}/',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'read',
          responseClass: 'any',
          parameters: [
            { paramType: 'path', name: 'name', dataType: 'string' },
            { paramType: 'query', name: 'x', dataType: 'string' },
          ],
        },
      ],
    },
  ],
};

export const slashResource: Readonly<Record<string, string>> = {
  'descriptors/slash.json': JSON.stringify(declaration),
  'handlers/slash/create.ts': `import type { Handle } from '#generated/types/slash/create.ts';
export const handle: Handle = (_input, body) => ({ created: body });
`,
  'handlers/slash/read.ts': `import type { Handle } from '#generated/types/slash/read.ts';
export const handle: Handle = ({ name }, _body, { event }) => ({ name, rawPath: event.rawPath });
`,
};
