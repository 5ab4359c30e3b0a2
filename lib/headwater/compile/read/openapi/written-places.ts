/**
 * Where the parts of an upgraded document stand in the text that people wrote. The upgrader keeps the extensions of what it
 * moves: an extension marks each object of Swagger 2.0 with its place.
 */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { reachable } from '../../../shared/reachable.ts';
import type { JsonPath } from '../../source/descriptor-file.ts';

type Members = Readonly<Record<string, unknown>>;

const mark = 'x-written-at';

export class Marks {
  readonly #paths: JsonPath[] = [];

  add(members: Members, path: JsonPath): Members {
    return { ...members, [mark]: this.#paths.push(path) - 1 };
  }

  /** @param upgraded is changed. @returns the place of each object that had a mark. */
  take(upgraded: object): ReadonlyMap<unknown, JsonPath> {
    const places = new Map<unknown, JsonPath>();
    for (const each of reachable<object>([upgraded], (value) => Object.values(value).filter(isHolder))) {
      const path = isObject(each) ? this.#paths[Number(each[mark])] : undefined;
      if (!path) continue;
      places.set(each, path);
      Reflect.deleteProperty(each, mark);
    }
    return places;
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What earlier versions call a member. */
const formerNames: Readonly<Record<string, string>> = {
  examples: 'example',
  schemas: 'definitions',
  securitySchemes: 'securityDefinitions',
  servers: 'basePath',
};

/** @returns the place in the text of a value of the upgraded document, or of the nearest thing around it. */
export function placesIn(
  text: unknown,
  upgraded: object,
  marks: ReadonlyMap<unknown, JsonPath>,
): (path: JsonPath) => JsonPath {
  return (path) => {
    let [value, written]: unknown[] = [upgraded, text];
    let place: JsonPath = [];
    // Media types of a response stand further within.
    const passed: (string | number)[] = [];
    for (const [index, step] of path.entries()) {
      value = partAt([step], value);
      // The upgrader gives a single example a name.
      if (path[index - 1] === 'examples' && place.at(-1) === 'example') continue;
      const known = marks.get(value);
      const names = [indexOf(value, written) ?? step, ...passed, formerNames[step] ?? step];
      const next = names.find((each) => isHolder(written) && Object.hasOwn(written, each));
      if (known) {
        place = known;
        written = partAt(known, text);
      } else if (next === undefined) {
        passed.push(step);
      } else {
        place = [...place, next];
        written = partAt([next], written);
      }
    }
    return place;
  };
}

function partAt(path: JsonPath, value: unknown): unknown {
  return path.reduce((part, step) => membersOf(part)[step], value);
}

/** A reference to a parameter has lost its mark, and bodies before it are elsewhere. */
function indexOf(part: unknown, list: unknown): number | undefined {
  if (!Array.isArray(list) || !isObject(part) || part['$ref'] === undefined) return undefined;
  const nameOf = (each: unknown) => String(membersOf(each).$ref).split('/').at(-1);
  return list.findIndex((each) => nameOf(each) === nameOf(part));
}
