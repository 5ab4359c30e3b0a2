/** The types of steps, with their options, examples and failures. */

export { catalogue, catalogueEntry } from '../engine/catalogue.ts';
export { findType, preprocessorTypes, type RegisteredType } from '../engine/registry.ts';
