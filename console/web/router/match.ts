/** Finds the route of a path. Pure. */

export type Params = Readonly<Record<string, string>>;

/**
 * Matches a path against a pattern such as `/servers/:id/screen`. Returns its parameters, or `undefined` if it does not match. A trailing
 * slash is ignored. Parts are decoded. A part that cannot be decoded does not match. `:id` matches only a whole number of at least 1.
 */
export function matchPath(pattern: string, path: string): Params | undefined {
  const patternParts = partsOf(pattern);
  const given = partsOf(path);
  if (patternParts.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const value = decode(given[index] ?? '');
    if (value === undefined) return undefined;
    if (part === ':id' && !/^[1-9]\d{0,14}$/.test(value)) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Returns whether a link to `to` opens the page of `path`, or with `exact: false` a page above it. */
export function isCurrent(to: string, path: string, exact: boolean): boolean {
  const [target = ''] = to.split(/[?#]/);
  return path === target || (!exact && path.startsWith(`${target}/`));
}

/** Returns fields as the query of a URL, including the question mark. Missing and empty fields are left out. */
export function writeSearch(fields: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') search.set(name, value);
  return search.size === 0 ? '' : `?${search}`;
}
