/** How an operation is called by the command `./innkeeper api`: which flag a field has. Its documentation and the command agree by this. */

/** `image_id` -> `image-id`, `filter[date]` -> `filter-date`, `include[]` -> `include`. */
export function flagOf(field: string): string {
  return field
    .replace('[]', '')
    .replace(/\[(\w+)\]/, '-$1')
    .replaceAll('_', '-');
}
