/** Maps fields of an operation to options of `./innkeeper api`. The command and its documentation share this mapping. */

/** Returns the option of a field: `image_id` becomes `image-id`, `filter[date]` becomes `filter-date`, `include[]` becomes `include`. */
export function flagOf(field: string): string {
  return field
    .replace('[]', '')
    .replace(/\[(\w+)\]/, '-$1')
    .replaceAll('_', '-');
}
