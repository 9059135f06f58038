/** Texts for staff, which exist in English only. */
import { approvalPhrase } from '../../people/approval-phrases.ts';
import { alertsText } from '../operator-alerts.ts';
import type { MailedRequest, MailTexts } from '../templates.ts';
import type { MailFacts } from '../text.ts';
import { day } from './words.ts';

const nameOf = ({ operation, details = [], amount }: MailedRequest): string =>
  `${approvalPhrase(operation, details)}${amount === null ? '' : `, ${amount}`}`;

/** Returns a request as all mails about it show it, in one order. Leaves out what a request lacks. */
function factsOf(request: MailedRequest): MailFacts {
  const { operation, amount, account, customer, email, about = [], details = [], given, requester, until } = request;
  const names = [customer, email].filter(Boolean).join(', ');
  const facts: [label: string, value: string | null | undefined][] = [
    ['Request', approvalPhrase(operation, details)],
    ['Customer', account === null ? null : `account ${account}${names && ` (${names})`}`],
    ['Amount', amount],
    ['Concerns', about.join('; ')],
    ['Details', details.join('; ')],
    ['Reason given', given],
    ['Requested by', requester],
    ['Deadline', until === undefined ? null : day(until)],
  ];
  return { facts: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) };
}

export const STAFF: Pick<
  MailTexts,
  'approval-waiting' | 'approval-void' | 'approval-decided' | 'approval-expired' | 'operator-alerts'
> = {
  'approval-waiting': ({ reason, ...request }) => ({
    subject: `Request ${request.approval} needs your approval: ${nameOf(request)}`,
    body: [
      `${request.requester} has made a request that needs a second person.`,
      factsOf({ ...request, given: reason }),
      "Decide before the deadline, with one of these commands on the host, or with the same operation of the staff's API:",
      [`./innkeeper approval approve ${request.approval}`, `./innkeeper approval refuse ${request.approval} --reason "..."`],
    ],
  }),
  'approval-void': ({ reason, ...request }) => ({
    subject: `Request ${request.approval} is closed: ${nameOf(request)}`,
    body: [
      'Your request can no longer be carried out, so it is closed. Nobody has to decide on it.',
      `It was closed for this reason: ${reason}`,
      factsOf(request),
      'If it is still needed, request it again.',
    ],
  }),
  'approval-decided': ({ isApproved, by, reason, ...request }) => ({
    subject: `Request ${request.approval} is ${isApproved ? 'approved' : 'refused'}: ${nameOf(request)}`,
    body: [
      isApproved
        ? `${by} has approved your request. It has been carried out.`
        : `${by} has refused your request. Nothing has been changed.`,
      ...(reason === null ? [] : [`The reason of ${by}: ${reason}`]),
      factsOf(request),
    ],
  }),
  'approval-expired': (request) => ({
    subject: `Request ${request.approval} has expired: ${nameOf(request)}`,
    body: [
      'Nobody decided on your request before its deadline, so it has expired. Nothing has been changed.',
      factsOf(request),
      'If it is still needed, ask again with the same command.',
    ],
  }),
  'operator-alerts': alertsText,
};
