/** Reads the direct dependencies of package.json files, and checks that each is pinned to one version. */

export interface DirectDependency {
  /** Name under which the code imports the package, which may be an alias. */
  name: string;
  /** Exact version. */
  version: string;
  /** Path of the package.json. */
  file: string;
}

export interface PackageFile {
  path: string;
  text: string;
}

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const EXACT = /^(?:npm:(?:@[^@/]+\/)?[^@/]+@)?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;

/** Reads package.json files. `problems` has a sentence per dependency that is not an exact version. */
export function readPins(files: readonly PackageFile[]): { direct: DirectDependency[]; problems: string[] } {
  const direct: DirectDependency[] = [];
  const problems: string[] = [];
  for (const { path: file, text } of files) {
    const manifest = JSON.parse(text) as Partial<Record<(typeof SECTIONS)[number], Record<string, string>>>;
    const entries = SECTIONS.flatMap((section) => Object.entries(manifest[section] ?? {}));
    for (const [name, specifier] of entries) {
      const version = EXACT.exec(specifier)?.[1];
      if (version === undefined) problems.push(`${file} asks for ${name} ${specifier}. Pin one exact version, such as 1.2.3.`);
      else direct.push({ name, version, file });
    }
  }
  return { direct, problems };
}
