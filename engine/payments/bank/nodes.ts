/** Reads elements of a parsed XML file. A missing element is an empty text or list. */

export type Node = { [name: string]: unknown };

/** Returns the element at a path, or `undefined`. */
export function at(node: Node, ...path: string[]): Node | undefined {
  let here: unknown = node;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Node)[name];
  }
  return typeof here === 'object' && here !== null ? (here as Node) : undefined;
}

export function textAt(node: Node, ...path: [string, ...string[]]): string {
  const last = path.at(-1) as string;
  const parent = at(node, ...path.slice(0, -1));
  return path.length === 1 ? textOf(node[last]) : parent ? textOf(parent[last]) : '';
}

export function textOf(value: unknown): string {
  // PostgreSQL stores no NUL character.
  if (typeof value === 'string') return value.replaceAll('\0', '').trim();
  if (typeof value === 'object' && value !== null) return textOf((value as Node)['#text'] ?? '');
  return '';
}

export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** Returns the elements of a list. An empty element has no content. */
export function listOf(value: unknown): Node[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) => (typeof item === 'object' && item !== null ? (item as Node) : {}));
}

/** Returns an `xs:boolean`. */
export const isTrue = (text: string): boolean => text === 'true' || text === '1';
