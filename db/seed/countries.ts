/**
 * Countries with their standard VAT rate in basis points, as of January 2026. The list covers the EU, its neighbours, and some countries
 * without VAT.
 */
export const COUNTRIES: readonly (readonly [code: string, name: string, rateBp: number])[] = [
  ['AT', 'Austria', 2000],
  ['BE', 'Belgium', 2100],
  ['BG', 'Bulgaria', 2000],
  ['HR', 'Croatia', 2500],
  ['CY', 'Cyprus', 1900],
  ['CZ', 'Czechia', 2100],
  ['DK', 'Denmark', 2500],
  ['EE', 'Estonia', 2400],
  ['FI', 'Finland', 2550],
  ['FR', 'France', 2000],
  ['DE', 'Germany', 1900],
  ['GR', 'Greece', 2400],
  ['HU', 'Hungary', 2700],
  ['IE', 'Ireland', 2300],
  ['IT', 'Italy', 2200],
  ['LV', 'Latvia', 2100],
  ['LT', 'Lithuania', 2100],
  ['LU', 'Luxembourg', 1700],
  ['MT', 'Malta', 1800],
  ['NL', 'Netherlands', 2100],
  ['PL', 'Poland', 2300],
  ['PT', 'Portugal', 2300],
  ['RO', 'Romania', 2100],
  ['SK', 'Slovakia', 2300],
  ['SI', 'Slovenia', 2200],
  ['ES', 'Spain', 2100],
  ['SE', 'Sweden', 2500],
  ['CH', 'Switzerland', 810],
  ['GB', 'United Kingdom', 2000],
  ['IS', 'Iceland', 2400],
  ['NO', 'Norway', 2500],
  ['AU', 'Australia', 0],
  ['BR', 'Brazil', 0],
  ['CA', 'Canada', 0],
  ['IN', 'India', 0],
  ['JP', 'Japan', 0],
  ['NZ', 'New Zealand', 0],
  ['SG', 'Singapore', 0],
  ['US', 'United States', 0],
];

/** Recent changes of VAT rates, with the previous rate. All other rates began before the first sale. */
export const RATE_CHANGES: Readonly<Record<string, { from: string; before: number }>> = {
  FI: { from: '2024-09-01', before: 2400 },
  SK: { from: '2025-01-01', before: 2000 },
  EE: { from: '2025-07-01', before: 2200 },
  RO: { from: '2025-08-01', before: 1900 },
};
