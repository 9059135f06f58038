import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { client } from '../../data/client.ts';
import { useDraft } from '../../data/drafts.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { supportPlanQuery } from '../../data/support-plans.ts';
import { cacheTicket, departmentsQuery, ticketServicesQuery } from '../../data/tickets.ts';
import { setTitle } from '../../parts/brand.ts';
import { FieldError } from '../../parts/field.tsx';
import { htmlOfTyped } from '../../parts/message/parse.ts';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useRouter } from '../../router/router.tsx';
import { fields as rules } from '../../rules/fields/createTicket.gen.ts';
import type { Attachment } from '../../shared/message/attach.tsx';
import { MessageForm } from '../../shared/message/message-form.tsx';
import { useMessageAct } from '../../shared/message/use-message-act.ts';
import { AnswerExpectation } from './answer-expectation.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/support/new';
export const load = () => [
  queryClient.prefetchQuery(departmentsQuery),
  queryClient.prefetchQuery(ticketServicesQuery),
  queryClient.prefetchQuery(supportPlanQuery),
];

type NewTicketFields = Omit<Parameters<typeof client.createTicket>[0], 'attachments'>;

/** Rule of the choice, in the words of the page. */
const DEPARTMENT = { ...rules.department_id, says: { required: texts.departmentFirst } };

const EMPTY = { subject: '', department: '', service: '', message: '' };

/** Shows the page that opens a ticket with the support. */
export function Page() {
  const { data: departments } = useSuspenseQuery(departmentsQuery);
  const { data: services } = useSuspenseQuery(ticketServicesQuery);
  const { navigate } = useRouter();
  const { fields, change, discard } = useDraft('new-ticket', EMPTY);
  const refusal = useRefusalOfAct()('createTicket');
  const act = useMessageAct((api, { files, ...input }: NewTicketFields & { files: readonly Attachment[] }, options) =>
    api.createTicket({ ...input, ...(files.length > 0 && { attachments: files.map(({ file }) => file) }) }, options),
  );
  useEffect(() => setTitle(texts.title), []);
  // A draft can name a service or department that no longer exists.
  const service = services.find(({ id }) => String(id) === fields.service);
  const only = departments.length === 1 ? departments[0] : undefined;
  const department = departments.find(({ id }) => String(id) === fields.department) ?? only;
  const refusedDepartment = act.refusal?.fields.department_id;
  const input: NewTicketFields = {
    // The API refuses a missing department at its field, together with the other fields.
    department_id: department?.id ?? 0,
    subject: fields.subject.trim(),
    message: htmlOfTyped(fields.message),
    ...(service && { service_id: service.id, service_type: service.type }),
  };
  const send = async (files: readonly Attachment[]) => {
    const ticket = await act.run({ ...input, files });
    if (ticket === undefined) return false;
    discard();
    navigate(`/support/${ticket.id}`, { replace: true });
    await cacheTicket(ticket);
    return true;
  };
  return (
    <div className={css.layout}>
      <div className={css.stack}>
        <h1>{texts.title}</h1>
        <MessageForm
          act={act}
          call={(files) => ({
            operation: 'createTicket',
            input: { ...input, ...(files.length > 0 && { attachments: files }) },
          })}
          message={fields.message}
          label={texts.message}
          hint={texts.messageHint}
          rule={rules.message}
          sent={input.message}
          button={texts.open}
          refusal={refusal}
          onMessage={(message) => change({ message })}
          onSend={send}
        >
          <TextField
            label={texts.subject}
            hint={texts.subjectHint}
            error={act.refusal?.fields.subject}
            rule={rules.subject}
            sent={input.subject}
            value={fields.subject}
            autoComplete="off"
            onChange={(event) => change({ subject: event.target.value })}
          />
          <div className={css.two}>
            <div>
              <Select
                label={texts.department}
                empty={texts.chooseDepartment}
                value={department?.id ?? null}
                rule={DEPARTMENT}
                options={departments.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => change({ department: String(id ?? '') })}
              />
              <FieldError>{refusedDepartment && (department ? refusedDepartment : texts.departmentFirst)}</FieldError>
            </div>
            <div>
              <Select
                label={texts.service}
                empty={texts.noService}
                value={service?.id ?? null}
                options={services.map(({ id, label }) => ({ value: id, label }))}
                onChange={(id) => change({ service: String(id ?? '') })}
              />
              <FieldError>{act.refusal?.fields.service_id}</FieldError>
            </div>
          </div>
        </MessageForm>
      </div>
      <AnswerExpectation />
    </div>
  );
}
