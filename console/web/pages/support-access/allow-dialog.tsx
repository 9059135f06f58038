import type { SupportAccess } from '@innkeeper/sdk/index';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { supportAccessQuery } from '../../data/team.ts';
import { openTicketsQuery } from '../../data/tickets.ts';
import { Choices } from '../../parts/choices.tsx';
import { FieldError, Segments } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { SCOPE_WHAT, SCOPE_WORDS, texts } from './texts.ts';

/** Durations in hours. The last one is the maximum of the API. */
const HOURS = [1, 4, 24, 72, 168];
const SCOPES = ['read', 'write'] as const;

/** Shows the dialog that grants the support access to the account for some hours. */
export function AllowDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: tickets = [] } = useQuery(openTicketsQuery);
  const [hours, setHours] = useState(24);
  const [scope, setScope] = useState<SupportAccess['scope']>('read');
  const [ticket, setTicket] = useState<number | null>(null);
  return (
    <FormDialog
      title={texts.allow}
      operation="createSupportAccess"
      input={{ hours, scope, ...(ticket !== null && { ticket }) }}
      button={texts.allow}
      onDone={() => queryClient.invalidateQueries({ queryKey: supportAccessQuery.queryKey })}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <div>
            <Segments
              label={texts.duration}
              value={String(hours)}
              options={HOURS.map((count) => ({ value: String(count), label: texts.hours(count) }))}
              onChange={(count) => setHours(Number(count))}
            />
            <FieldError>{refusal?.fields.hours}</FieldError>
          </div>
          <Choices
            legend={texts.scope}
            value={scope}
            options={SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value], hint: SCOPE_WHAT[value] }))}
            error={refusal?.fields.scope}
            onChange={setScope}
          />
          {tickets.length > 0 && (
            <Select
              label={texts.ticket}
              empty={texts.noTicket}
              value={ticket}
              options={tickets.map(({ id, subject }) => ({ value: id, label: texts.ticketOf(id, subject) }))}
              onChange={setTicket}
            />
          )}
          <FieldError>{refusal?.fields.ticket}</FieldError>
        </>
      )}
    </FormDialog>
  );
}
