/** Composes the head of a complaint's ticket as plain text: the sender, the time and the holders of the addresses. Pure. */
import type { ReceivedMail } from '@innkeeper/db/tables/received-mails';
import type { ComplaintAddress, ComplaintAddresses, Holder } from './complaint-addresses.ts';
import type { IncomingMail } from './handle.ts';

export interface Complaint {
  received: ReceivedMail;
  mail: IncomingMail;
  accused: ComplaintAddresses;
}

/** Returns the head of the ticket, one statement per line. */
export function describeComplaint(complaint: Complaint): string {
  const { received, mail, accused } = complaint;
  const files = mail.files.length + (mail.skippedFiles?.length ?? 0) + mail.omittedFileCount + (mail.infected?.length ?? 0);
  return [
    sentence(complaint),
    timeLine(complaint),
    ...accused.invalid.map((source) => `The report contains a source that is not an IP address: "${source}".`),
    ...addressLines(complaint),
    ...(files > 0 ? [`Omitted files: ${files}. See the raw mail, ${received.key} in received-mail.`] : []),
  ].join('\n');
}

function sentence({ received, mail: { facts, abuse } }: Complaint): string {
  const { from } = facts;
  const isVerified = from !== null && from === received.verified_from;
  const kind = abuse ? `${abuse.format}${abuse.type === null ? '' : `, ${abuse.type}`}` : 'without a machine-readable report';
  return `Complaint about abuse (${kind}) in mail ${received.id} from ${from ?? 'an unknown sender'}. The sender is ${isVerified ? 'verified' : 'not verified and may be anyone'}.`;
}

function timeLine({ mail: { abuse }, accused: { time } }: Complaint): string {
  const at = time.at.toISOString();
  const given = abuse?.time ?? '';
  switch (time.reason) {
    case 'given':
      return `Time: ${at}, which is "${given}" in the report.`;
    case 'missing':
      return `Time: ${at}, when the mail arrived, because no report has a time.`;
    case 'unreadable':
      return `Time: ${at}, when the mail arrived, because "${given}" in the report is not a time.`;
    case 'future':
      return `Time: ${at}, when the mail arrived, because "${given}" in the report is later.`;
  }
}

const PLACES = { 'attached mail': 'the header of the attached mail', text: 'the text' } as const;

function addressLines({ accused: { addresses, origin } }: Complaint): string[] {
  if (addresses.length === 0)
    return ['The report contains no IP address, and neither the attached mail nor the text contains one of ours.'];
  return [
    ...(origin === 'report' ? [] : [`The report contains no IP address. These addresses of ours are in ${PLACES[origin]}:`]),
    ...addresses.map((address) => `${address.address}: ${holderOf(address)}`),
  ];
}

function holderOf({ isOurs, holder, latest }: ComplaintAddress): string {
  if (holder) return `${words(holder)}.`;
  if (!isOurs) return 'not an address of ours.';
  return latest ? `nobody had the address then. The last holder was ${words(latest)}.` : 'our address, which nobody ever had.';
}

function words({ server, hostname, floating_ip, account, email, from, until }: Holder): string {
  const what = [
    ...(server === null ? [] : [`server ${server}${hostname === null ? '' : ` (${hostname})`}`]),
    ...(floating_ip === null ? [] : [`floating IP ${floating_ip}`]),
    ...(account === null ? [] : [`account ${account}${email === null ? '' : ` (${email})`}`]),
  ];
  return `${what.join(', ')}, from ${from.toISOString()} ${until === null ? 'until now' : `to ${until.toISOString()}`}`;
}
