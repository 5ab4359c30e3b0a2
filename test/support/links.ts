/** Link headers of responses. */

/** In every response of a resource, problems included. */
export function describedBy(resource: string): string {
  return `</v1/api-docs.json/${resource}>; rel="describedby"; type="application/json"`;
}

/** In responses about an item of its list. */
export function describedItem(resource: string): string {
  return `${describedBy(resource)}, </v1/${resource}>; rel="collection"`;
}
