/** What the ticket of a complaint says above its text: who complains, when it happened, and whose the addresses are. Plain text. Pure. */
import type { ReceivedMail } from '@innkeeper/db/tables/received-mails';
import type { Accused, AccusedAddress, Holder } from './complaint-addresses.ts';
import type { IncomingMail } from './handle.ts';

export interface Complaint {
  received: ReceivedMail;
  mail: IncomingMail;
  accused: Accused;
}

export function describeComplaint(complaint: Complaint): string {
  const { received, mail, accused } = complaint;
  const files = mail.files.length + (mail.leftAlone?.length ?? 0) + mail.leftOut + (mail.infected?.length ?? 0);
  return [
    sentence(complaint),
    timeLine(complaint),
    ...accused.invalid.map((source) => `The report names a source that is no IP address: "${source}".`),
    ...addressLines(complaint),
    ...(files > 0 ? [`Files are left out: ${files}. They are in the raw mail, ${received.key} in received-mail.`] : []),
  ].join('\n');
}

function sentence({ received, mail: { facts, abuse } }: Complaint): string {
  const { from } = facts;
  const isVerified = from !== null && from === received.verified_from;
  const kind = abuse ? `${abuse.format}${abuse.type === null ? '' : `, ${abuse.type}`}` : 'without a report for programs';
  return `Complaint about abuse (${kind}) in mail ${received.id} from ${from ?? 'nobody named'}. The sender is ${isVerified ? 'verified' : 'not verified, and may be anybody'}.`;
}

function timeLine({ mail: { abuse }, accused: { time } }: Complaint): string {
  const at = time.at.toISOString();
  const given = abuse?.time ?? '';
  switch (time.reason) {
    case 'given':
      return `Time: ${at}, which the report gives as "${given}".`;
    case 'missing':
      return `Time: ${at}, when the mail arrived, since no report gives one.`;
    case 'unreadable':
      return `Time: ${at}, when the mail arrived, since the report's "${given}" is no time.`;
    case 'future':
      return `Time: ${at}, when the mail arrived, since the report's "${given}" is later.`;
  }
}

function addressLines({ accused: { addresses, fromText } }: Complaint): string[] {
  if (addresses.length === 0) return ['The report names no IP address, and the text none of ours.'];
  return [
    ...(fromText ? ['The report names no IP address. These of ours are in the text:'] : []),
    ...addresses.map((address) => `${address.address}: ${holderOf(address)}`),
  ];
}

function holderOf({ isOurs, holder, latest }: AccusedAddress): string {
  if (holder) return `${words(holder)}.`;
  if (!isOurs) return 'not an address of ours.';
  return latest ? `nobody had it then. Who had it last: ${words(latest)}.` : 'an address of ours that nobody ever had.';
}

function words({ server, hostname, floating_ip, account, email, from, until }: Holder): string {
  const what = [
    ...(server === null ? [] : [`server ${server}${hostname === null ? '' : ` (${hostname})`}`]),
    ...(floating_ip === null ? [] : [`floating IP ${floating_ip}`]),
    ...(account === null ? [] : [`account ${account}${email === null ? '' : ` (${email})`}`]),
  ];
  return `${what.join(', ')}, from ${from.toISOString()} ${until === null ? 'until now' : `to ${until.toISOString()}`}`;
}
