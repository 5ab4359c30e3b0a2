import { savedQueries } from '../../lib/headwater/compile/aws/monitoring/saved-queries.ts';

/** The text of a saved query, as deployed. @param name Such as `errors`. */
export function shippedQuery(name: string): string {
  const all = Object.values(savedQueries('headwater-prod', ['headwater-prod-source-list']));
  const found = all.find(({ Properties }) => Properties.Name === `headwater-prod/${name}`);
  if (!found) throw new Error(`There is no saved query ${name}.`);
  return found.Properties.QueryString;
}
