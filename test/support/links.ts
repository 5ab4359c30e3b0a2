/** Link headers as answers have them. */

/** Of every answer of a resource, problems included. */
export function describedBy(resource: string): string {
  return `</v1/api-docs.json/${resource}>; rel="describedby"; type="application/json"`;
}

/** Of the items of its list. */
export function describedItem(resource: string): string {
  return `${describedBy(resource)}, </v1/${resource}>; rel="collection"`;
}
