/** The file that `restore plan` writes and `restore finish --accept` reads: one finding per line. Pure. */

/** Formats the file of `restore plan`. */
export function formatPlan(findings: readonly string[], { backup, at }: { backup: string; at: Date }): string {
  const head = [
    `# Findings of ./innkeeper restore plan at ${at.toISOString()}, after the restore of ${backup}.`,
    '# Read each line. Mend what you can, and delete the lines that you do not accept. Then run:',
    '#   ./innkeeper restore finish --accept FILE',
  ];
  return `${[...head, ...findings.map(oneLine)].join('\n')}\n`;
}

/** Returns the findings that are missing from the file. */
export function findUnaccepted(findings: readonly string[], file: string): string[] {
  const accepted = new Set(
    file
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return findings.map(oneLine).filter((finding) => !accepted.has(finding));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
