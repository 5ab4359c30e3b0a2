/** Terms that differ between the languages of descriptors, for readers and messages that they share. */

export interface DialectTerms {
  /** The member that names an operation. */
  readonly nickname: string;
  /** The member that says where a parameter is. */
  readonly place: string;
  readonly pathParameter: string;
  readonly deprecated: string;
  readonly keyInHeader: string;
  /** Completes "a scheme, …". */
  readonly undefinedScheme: string;
  readonly definedScope: string;
  /** Whether parameters of several places may have one name. */
  readonly sharesNames: boolean;
  /** Where a document has reusable parts of a kind, if that is not in `components`. */
  readonly places?: Readonly<Record<string, string>>;
}

export const swagger1Terms: DialectTerms = {
  nickname: 'nickname',
  place: 'paramType',
  pathParameter: 'a parameter of paramType path',
  deprecated: '"deprecated": "true"',
  keyInHeader: '"passAs": "header"',
  undefinedScheme: 'which the listing does not define',
  definedScope: 'a scope of the definition in the listing',
  sharesNames: false,
};

/** The terms of OpenAPI 3, and but for places of Swagger 2.0. */
export const openApiTerms: DialectTerms = {
  nickname: 'operationId',
  place: 'in',
  pathParameter: 'a parameter with "in": "path"',
  deprecated: '"deprecated": true',
  keyInHeader: '"in": "header"',
  undefinedScheme: 'which neither this document nor the listing defines',
  definedScope: 'a scope of its definition',
  sharesNames: true,
};

export const swagger2Terms: DialectTerms = {
  ...openApiTerms,
  places: { schemas: '#/definitions/', parameters: '#/parameters/', responses: '#/responses/' },
};
