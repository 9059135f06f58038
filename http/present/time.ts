/** Times of the wire: ISO 8601 UTC with microseconds. */

/** `2024-10-16T12:06:12.000000Z`. A Date has milliseconds, so PostgreSQL's microseconds are lost. */
export function iso(time: Date): string {
  return `${time.toISOString().slice(0, -1)}000Z`;
}

export function isoOrNull(time: Date | null): string | null {
  return time && iso(time);
}

/** Whole seconds since 1970. */
export function unixOrNull(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1000);
}
