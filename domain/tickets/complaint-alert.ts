/** Names the alert that a ticket holds complaints about abuse. It is open until the ticket is resolved. */
export const complaintAlertOf = (ticketId: number) => ({ kind: 'abuse_complaint' as const, key: `ticket:${ticketId}` });
