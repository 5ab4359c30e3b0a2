/** The models of a declaration, before each of them is read. */

import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../source/problem.ts';
import { expectType, member, members, problemAt, quote, type SourceNode } from '../source/source-node.ts';
import { isSafeName } from './name.ts';

/** Far more than any real file has; each is compiled into every validator that refers to it. */
const maxModels = 1_000;

type ModelNodes = readonly [key: string, node: SourceNode][];

interface ReadModelNodes {
  /** What refers to a model that is refused is not at fault itself: the model is declared all the same. */
  readonly declared: ModelNodes;
  readonly readable: ModelNodes;
  /** False where nobody can tell which models there are. */
  readonly areKnown: boolean;
}

export function readModelNodes(root: SourceNode, report: Report): ReadModelNodes {
  const models = member(root, 'models');
  if (!models) return { declared: [], readable: [], areKnown: true };
  if (!expectType(models, 'object', report)) return { declared: [], readable: [], areKnown: false };
  const declared = members(models);
  if (declared.length <= maxModels) {
    const readable = declared.filter(([key, node]) => isSafeName(key, node, report));
    return { declared, readable, areKnown: true };
  }
  const found = `${declared.length} models`;
  report(problemAt(models, 'E-TOO-LARGE', found, `at most ${maxModels} models in a file`));
  return { declared, readable: [], areKnown: true };
}

/** The models are refused as a whole: every reference to one would be told again. */
export function withoutUnknownModels(report: Report): Report {
  return (problem) => {
    if (problem.code !== 'E-MODEL') report(problem);
  };
}

/** Real files refer to a model by its key, by its id, or by the one here and by the other there. */
export function modelKeysOf(modelNodes: ModelNodes, report: Report): Map<string, string> {
  reportSecondModels(modelNodes, report);
  const byId = modelNodes.flatMap(([key, node]): [string, string][] => {
    const id = member(node, 'id')?.value;
    return typeof id === 'string' ? [[id, key]] : [];
  });
  // Later ones win: a key is never taken for another model's id.
  return new Map([...byId, ...modelNodes.map(([key]): [string, string] => [key, key])]);
}

/** Two models of one id are one model, unless they differ. */
function reportSecondModels(modelNodes: ModelNodes, report: Report): void {
  const byId = new Map<unknown, readonly [key: string, node: SourceNode]>();
  for (const [key, node] of modelNodes) {
    const id = member(node, 'id');
    const first = id && byId.get(id.value);
    if (!id || !first) {
      byId.set(id?.value ?? key, [key, node]);
      continue;
    }
    if (isDeepStrictEqual(first[1].value, node.value)) continue;
    const found = `the model ${quote(id.value)} a second time, different from ${quote(first[0])}`;
    report(problemAt(id, 'E-DUPLICATE', found, 'each id once, or the same model both times'));
  }
}
