/** Values that a reload can replace, for code that receives them once. */

/** A constant value, or a function that returns the current value. */
export type Live<T> = T | (() => T);

/** Returns the current value. */
export function currentOf<T>(live: Live<T>): T {
  return typeof live === 'function' ? (live as () => T)() : live;
}

/** Returns an object whose fields always read from `current()`. The current object is replaced as a whole and never mutated. */
export function liveView<T extends object>(current: () => T): T {
  const view = {};
  for (const name of Object.keys(current()) as (keyof T & string)[]) {
    Object.defineProperty(view, name, { enumerable: true, get: () => current()[name] });
  }
  return view as T;
}
