/** Checks the pages that a release must have filled in. */

const NO_CONTACT = 'Contact: not named yet';

/** Returns a sentence for each page that is not ready for the release of `version`. */
export function judgePages({ security, changelog, version }: { security: string; changelog: string; version: string }): string[] {
  return [
    ...(security.includes(NO_CONTACT) || !/^Contact: \S/m.test(security)
      ? ['SECURITY.md names no contact. Write an address into its line "Contact:".']
      : []),
    ...(new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: |$)`, 'm').test(changelog)
      ? []
      : [`CHANGELOG.md has no section for ${version}. Rename "Unreleased".`]),
  ];
}
