/** The validity period of a certificate. */

export interface CertificateLife {
  validFrom: Date;
  validTo: Date;
}

/**
 * Returns whether at most a fifth of the validity period is left. For certificates of a year and of 90 days, this leaves enough time to
 * renew.
 */
export function isExpiring({ validFrom, validTo }: CertificateLife, now: Date): boolean {
  const lifeMs = validTo.getTime() - validFrom.getTime();
  return validTo.getTime() - now.getTime() <= lifeMs / 5;
}
