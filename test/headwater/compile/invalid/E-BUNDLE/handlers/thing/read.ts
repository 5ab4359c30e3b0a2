// @ts-expect-error there is no such module, and this line keeps that from the type check
import { nothing } from './nothing.ts';

export const handle = () => nothing;
