/** Texts for staff, which exist in English only. */
import { alertsText } from '../operator-alerts.ts';
import type { MailTexts } from '../templates.ts';
import { day } from './words.ts';

export const STAFF: Pick<MailTexts, 'approval-waiting' | 'approval-void' | 'approval-decided' | 'operator-alerts'> = {
  'approval-waiting': ({ approval, operation, requester, amount, account, customer, email, about = [], ...request }) => {
    const { reason, details = [], until } = request;
    const names = [customer, email].filter(Boolean).join(', ');
    const what = `${operation}${amount === null ? '' : ` of ${amount}`}`;
    return {
      subject: `Approval ${approval} waits for you: ${what}`,
      body: [
        `${requester} asks for ${what}${account === null ? '' : ` for account ${account}${names && ` (${names})`}`}, which needs a second person.`,
        ...(about.length === 0 ? [] : ['It concerns:', about]),
        ...(details.length === 0 ? [] : ['The request:', details]),
        ...(reason === null ? [] : [`The reason given: ${reason}`]),
        `Decide before ${day(until)}, with one of these commands on the host, or with the same operation of the staff's API:`,
        [`./innkeeper approval approve ${approval}`, `./innkeeper approval refuse ${approval} --reason "..."`],
      ],
    };
  },
  'approval-void': ({ approval, operation, amount, account, reason, details }) => {
    const what = `${operation}${amount === null ? '' : ` of ${amount}`}`;
    return {
      subject: `Request ${approval} is closed: ${what}`,
      body: [
        `Your request for ${what}${account === null ? '' : ` for account ${account}`} can no longer be carried out, so it is closed. Nobody has to decide on it.`,
        ...(details.length === 0 ? [] : [details]),
        `The reason: ${reason}`,
        'If it is still needed, request it again.',
      ],
    };
  },
  'approval-decided': ({ approval, operation, amount, account, isApproved, by, reason, details }) => {
    const what = `${operation}${amount === null ? '' : ` of ${amount}`}`;
    const request = `your request for ${what}${account === null ? '' : ` for account ${account}`}`;
    return {
      subject: `Request ${approval} is ${isApproved ? 'approved' : 'refused'}: ${what}`,
      body: [
        isApproved
          ? `${by} has approved ${request}. It has been carried out.`
          : `${by} has refused ${request}. Nothing has been changed.`,
        ...(details.length === 0 ? [] : [details]),
        ...(reason === null ? [] : [`The reason: ${reason}`]),
      ],
    };
  },
  'operator-alerts': alertsText,
};
