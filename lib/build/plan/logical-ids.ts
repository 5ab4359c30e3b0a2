/** The ids that osls gives to resources of CloudFormation. */

/** @example logicalId('bookmark-list') // 'BookmarkDashlist' */
export function logicalId(key: string): string {
  return capitalized(key.replaceAll('-', 'Dash').replaceAll('_', 'Underscore'));
}

/** `/a_b`, `/ab` and `/AB` have one id. @example routeLogicalId('GET /v1/bookmark/{id}') // 'HttpApiRouteGetV1BookmarkIdVar' */
export function routeLogicalId(route: string): string {
  if (route === '*') return 'HttpApiRouteDefault';
  const parts = route.split('/').map((part) => {
    const named = part
      .toLowerCase()
      .replaceAll('-', 'Dash')
      .replace(/\{(.*)\}/, '$1Var');
    return alphanumericId(named);
  });
  return `HttpApiRoute${parts.join('')}`;
}

export function alphanumericId(name: string): string {
  return capitalized(name.replaceAll(/[^0-9A-Za-z]/g, ''));
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
