/** Link headers of responses. */

/** The link in every response of a resource, problems included. */
export function describedBy(resource: string): string {
  return `</v1/api-docs.json/${resource}>; rel="describedby"; type="application/json"`;
}

/** The links in responses about an item of the resource's list. */
export function describedItem(resource: string): string {
  return `${describedBy(resource)}, </v1/${resource}>; rel="collection"`;
}
