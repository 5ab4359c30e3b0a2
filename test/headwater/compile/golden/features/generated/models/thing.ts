// The models of descriptors/thing.json.

export interface Models {
  ThingKey: {
    readonly pk: string;
    readonly sk: string;
  };
  /** A thing   of parts */
  Thing: {
    readonly name: string;
    readonly size?: number;
    readonly colour: 'red' | 'blue';
    /** When *​/ it was made */
    readonly made?: string;
    readonly parts?: readonly Models['Part of «thing»'][];
    readonly grid?: readonly (readonly number[])[];
    readonly extra?: { readonly [member: string]: unknown };
    readonly weight?: number | (readonly string[]) | Models['Unused'];
    /** Without a name of its own */
    readonly 'size of'?: {
      readonly width: number;
      readonly part?: Models['Part of «thing»'];
    };
    readonly place: { readonly [member: string]: unknown };
    readonly default?: unknown;
    readonly 'is-new'?: boolean;
  };
  'Part of «thing»': {
    readonly of?: Models['Thing'];
    readonly weights?: readonly number[];
    readonly [member: string]: unknown;
  };
  Unused: { readonly [member: string]: unknown };
  Animal: {
    readonly kind: 'Animal';
    readonly name: string;
  } | Models['Cat'] | Models['Dog'];
  Cat: {
    readonly kind: 'Cat';
    readonly name: string;
    readonly lives?: number;
  };
  Dog: {
    readonly kind: 'Dog';
    readonly name: string;
    readonly owner?: Models['Animal'];
  } | Models['Puppy'];
  Puppy: {
    readonly kind: 'Puppy';
    readonly name: string;
    readonly owner?: Models['Animal'];
    readonly weeks: number;
  };
  Counts: {
    readonly all?: number;
    readonly [member: string]: number | undefined;
  };
}
