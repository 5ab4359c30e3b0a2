/** The listing of the descriptors had the pages of the service before headwater.config.ts. */

import { membersOf } from '../../shared/json/is-object.ts';
import { listingPath } from '../import/scaffold/scaffold.ts';
import { addToConfig } from './config-members.ts';
import type { ProjectCheck } from './finding.ts';
import { jsonMembers, offsetOf, setMember } from './json-members.ts';

const name = 'x-pages';

export const checkListing: ProjectCheck = (project) => {
  const json = { file: listingPath, text: project.read(listingPath) ?? '{}' };
  const pages = jsonMembers(json)[name];
  if (pages === undefined) return [];
  const added = addToConfig(project, { pages: membersOf(pages) });
  const found = {
    file: listingPath,
    offset: offsetOf(json, [name]),
    found: `pages in the member "${name}"`,
    change: 'move them to "pages" of headwater.config.ts',
  };
  return [added ? { ...found, edits: [...added, ...setMember(json, [name], undefined)] } : found];
};
