/** Reads the part of a URL behind the question mark. */

/** Returns a reader that takes texts of these names, and drops everything else. */
export function readSearch<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): { [N in Name]?: string } => {
    const found: { [N in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') found[name] = value;
      if (typeof value === 'number') found[name] = String(value);
    }
    return found;
  };
}
