import { createTicket } from '@innkeeper/operations/support/create';
import { downloadTicketAttachment } from '@innkeeper/operations/support/download-attachment';
import { getTicket } from '@innkeeper/operations/support/get';
import { listTickets } from '@innkeeper/operations/support/list';
import { listDepartments } from '@innkeeper/operations/support/list-departments';
import { listTicketServices } from '@innkeeper/operations/support/list-services';
import { replyToTicket } from '@innkeeper/operations/support/reply';
import { resolveTicket } from '@innkeeper/operations/support/resolve';
import { attachmentReply } from '@innkeeper/present/attachment';
import { page } from '@innkeeper/present/page';
import { presentTicket, presentTicketService, presentTicketSummary } from '@innkeeper/present/ticket';
import type { Handlers } from '../define.ts';

export const tickets = {
  listTickets: async (cx, { query }, url) => {
    const filter = { page: query.page, perPage: query.per_page, statuses: query['filter[status]'] };
    return page(url, query, await listTickets(cx, filter), presentTicketSummary);
  },
  listDepartments: async (cx) => ({ data: await listDepartments(cx) }),
  listTicketServices: async (cx, { query }, url) =>
    page(url, query, await listTicketServices(cx, { page: query.page, perPage: query.per_page }), presentTicketService),
  getTicket: async (cx, { ticket }) => presentTicket(await getTicket(cx, { ticket })),
  createTicket: async (cx, { body, files }) => {
    const { department_id, subject, message, service_id, service_type } = body;
    const service = service_id === undefined || service_type === undefined ? undefined : { id: service_id, type: service_type };
    return presentTicket(await createTicket(cx, { departmentId: department_id, subject, message, service, files }));
  },
  replyToTicket: async (cx, { ticket, body, files }) =>
    presentTicket(await replyToTicket(cx, { ticket, message: body.message, files })),
  resolveTicket: async (cx, { ticket }) => presentTicket(await resolveTicket(cx, { ticket })),
  downloadTicketAttachment: async (cx, { ticketAttachment }, _url, { attachments }) => {
    const given = { files: attachments, attachment: ticketAttachment };
    return attachmentReply(await downloadTicketAttachment(cx, given));
  },
} satisfies Handlers;
