/** Reads docs/benchmarks.md, so that a part that was not measured in this clone keeps its section and its targets. */

export interface PublishedReport {
  /** Machine of the measurements. Empty if the document does not exist. */
  machine: string;
  /** Text by the title of the part. */
  sections: ReadonlyMap<string, string>;
  targets: ReadonlyMap<string, string>;
  /** Section of the statements, or `null` if there is none. */
  statements: string | null;
}

export function readPublishedReport(document: string): PublishedReport {
  const [head = '', sections] = headed(document, '## ');
  const [, targets] = headed(sections.get('Targets') ?? '', '### ');
  return {
    machine: /^(.*) Each section says when/m.exec(head)?.[1] ?? '',
    sections,
    targets,
    statements: sections.get('Statements') ?? null,
  };
}

/** Returns the text before the first heading, and the text below each heading. */
function headed(text: string, mark: '## ' | '### '): [string, Map<string, string>] {
  const [head = '', ...parts] = text.split(new RegExp(`^${mark}`, 'm'));
  return [head, new Map(parts.map((one) => [one.split('\n', 1)[0] ?? '', one.slice(one.indexOf('\n')).trim()]))];
}

/** Returns the section of a part that was not measured. It names its machine if that is not the present one. */
export function publishedSection({ machine, sections }: PublishedReport, title: string, present: string): string | null {
  const text = sections.get(title);
  if (text === undefined) return null;
  return machine === present ? text : text.replace(/^(Measured .* in \d+ s)\.(?! On )/, `$1. On ${machine}`);
}
