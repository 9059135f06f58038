/** Values that a reload can replace, for code that was handed them once. */

/** Returns an object that always has the fields of `current()`, which is replaced as a whole and never changed. */
export function viewOf<T extends object>(current: () => T): T {
  const view = {};
  for (const name of Object.keys(current()) as (keyof T & string)[]) {
    Object.defineProperty(view, name, { enumerable: true, get: () => current()[name] });
  }
  return view as T;
}
