/**
 * Where serverless-offline answers otherwise than AWS, and why: all of it, and
 * nothing that is not so. By suite and case.
 */

export interface Difference {
  readonly reason: string;
  /** Of its last answer in that case. */
  readonly status: number;
}

export const differences: Readonly<Record<string, Readonly<Record<string, Difference>>>> = {};
