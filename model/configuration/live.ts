/** Values that a reload can replace, for code that is handed them once. */

/** A value that never changes, or a function that returns the one in force. */
export type Live<T> = T | (() => T);

/** Returns the value in force. */
export function currentOf<T>(live: Live<T>): T {
  return typeof live === 'function' ? (live as () => T)() : live;
}

/** Returns an object that always has the fields of `current()`, which is replaced as a whole and never changed. */
export function viewOf<T extends object>(current: () => T): T {
  const view = {};
  for (const name of Object.keys(current()) as (keyof T & string)[]) {
    Object.defineProperty(view, name, { enumerable: true, get: () => current()[name] });
  }
  return view as T;
}
