export interface Thing {
  readonly id: string;
}
