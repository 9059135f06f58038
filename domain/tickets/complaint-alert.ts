/** Returns the kind and key of the alert about an abuse complaint in a ticket. The alert is open until the ticket is resolved. */
export const complaintAlertOf = (ticketId: number) => ({ kind: 'abuse_complaint' as const, key: `ticket:${ticketId}` });
