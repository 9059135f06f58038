/** Returns an IBAN in groups of four, as banks print it. A masked IBAN stays as it is. */
export const groupedIban = (iban: string): string => (/^[A-Z0-9]+$/.test(iban) ? (iban.match(/.{1,4}/g) ?? []).join(' ') : iban);
