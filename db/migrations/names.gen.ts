/** Made by `npm run gen`: the name of every migration, in order. Commands need the names only, and would load 220 kB with the statements. */
export const MIGRATION_NAMES: readonly string[] = [
  '20261121T1500-start',
  '20261127T0100-recovering',
  '20261127T0110-alert-notices',
  '20261127T0130-fences',
  '20261127T0800-comments',
  '20261128T1000-bank-references',
  '20261128T1101-outcomes-of-mail',
  '20261128T1102-complaint-facts',
  '20261128T1200-card-consent',
  '20261128T1300-made-by-tokens',
  '20261128T1400-ascii-domains',
  '20261128T1441-tax-of-postal-codes',
  '20261128T1442-time-zone-of-the-seller',
  '20261128T1450-trusted-addresses',
  '20261128T1451-enabling-sessions',
  '20261128T1730-image-files',
];
