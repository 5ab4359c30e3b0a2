import { referenceVariable } from '../../../shared/plan/reference-files.ts';

/** The page is for developers: a stage has it when its settings say so. */
export function isReferenceOn(): boolean {
  return process.env[referenceVariable] === 'on';
}
