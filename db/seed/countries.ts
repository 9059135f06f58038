/**
 * Standard VAT rates in basis points as of January 2026: of the EU, its neighbours, and some countries without VAT. A seller in another country
 * enters its rates in the catalogue.
 */
export const RATES: Readonly<Record<string, number>> = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  HR: 2500,
  CY: 1900,
  CZ: 2100,
  DK: 2500,
  EE: 2400,
  FI: 2550,
  FR: 2000,
  DE: 1900,
  GR: 2400,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LV: 2100,
  LT: 2100,
  LU: 1700,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SK: 2300,
  SI: 2200,
  ES: 2100,
  SE: 2500,
  CH: 810,
  GB: 2000,
  IS: 2400,
  NO: 2500,
  AU: 0,
  BR: 0,
  CA: 0,
  IN: 0,
  JP: 0,
  NZ: 0,
  SG: 0,
  US: 0,
};

/** Recent changes of VAT rates, with the previous rate. All other rates began before the first sale. */
export const RATE_CHANGES: Readonly<Record<string, { from: string; before: number }>> = {
  FI: { from: '2024-09-01', before: 2400 },
  SK: { from: '2025-01-01', before: 2000 },
  EE: { from: '2025-07-01', before: 2200 },
  RO: { from: '2025-08-01', before: 1900 },
};
