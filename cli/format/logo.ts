/** Formats the logo of invoices. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatLogo({ logo }: OperatorReply<'showLogo'>): string {
  if (!logo) return 'Invoices have no logo. They show the name of the seller.';
  const { format, width, height, bytes, sha256 } = logo;
  return `Invoices have a logo: ${format.toUpperCase()}, ${width} x ${height} pixels, ${Math.ceil(bytes / 1024)} KB (sha256 ${sha256.slice(0, 12)}).`;
}
