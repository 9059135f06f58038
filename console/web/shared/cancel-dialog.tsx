import { type ReactNode, useState } from 'react';
import { Segments } from '../parts/field.tsx';
import { formatLongDay } from '../parts/format.ts';
import { TextField } from '../parts/text-field.tsx';
import type { FieldRule } from '../rules/field.ts';
import { texts } from './cancel-texts.ts';
import { OrderDialog, type OrderDialogProps } from './order-dialog.tsx';

/** Cancellation. `reason` is missing if none was typed. */
export type Cancellation = { now: boolean; reason?: string };

export interface CancelDialogProps<Input extends object>
  extends Pick<OrderDialogProps<Input, unknown>, 'title' | 'operation' | 'quote' | 'onClose'> {
  /** Limits of the reason. */
  rule: FieldRule;
  /** Expiry, or `null` if nothing is paid yet. */
  expiry: string | null;
  /** True if only an immediate end is possible, for example after an earlier cancellation. */
  isNowOnly?: boolean;
  inputOf: (cancellation: Cancellation) => Input;
  send: (...given: Parameters<OrderDialogProps<Input, unknown>['send']>) => Promise<unknown>;
  /** True if an immediate end refunds and therefore has a receipt. */
  refunds?: boolean;
  /** Describes a cancellation at the end of the paid time. `day` is missing if nothing is paid yet. */
  atEnd: (day: string | undefined) => ReactNode;
  /** Describes the losses of an immediate end. */
  losses: (day: string | undefined) => ReactNode;
  /** Text to type before an immediate end, and the message while it is missing. */
  confirm?: { text: string; missing: string };
  onDone: () => void;
}

/** Shows the dialog that cancels a paid service at the end of its paid time, or now. For an immediate end, the dialog shows the losses. */
export function CancelDialog<Input extends object>(props: CancelDialogProps<Input>) {
  const { title, operation, rule, expiry, isNowOnly = false, inputOf, quote, send, refunds = true, confirm } = props;
  const [when, setWhen] = useState<'end' | 'now'>(isNowOnly ? 'now' : 'end');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const isNow = when === 'now';
  const why = reason.trim();
  const input = inputOf({ now: isNow, ...(why === '' ? {} : { reason: why }) });
  const day = expiry === null ? undefined : formatLongDay(expiry);
  return (
    <OrderDialog
      title={title}
      operation={operation}
      input={input}
      quote={quote}
      send={async (payload, options) => {
        await send(payload, options);
        return true;
      }}
      label={(amount, isRefund) =>
        !isNow ? texts.cancelAtEnd : isRefund && refunds ? texts.cancelNowRefund(amount) : texts.cancelNow
      }
      plainLabel={isNow ? texts.cancelNow : texts.cancelAtEnd}
      danger={isNow}
      blockedReason={isNow && confirm !== undefined && typed !== confirm.text ? confirm.missing : undefined}
      hasReceipt={isNow && refunds}
      cancelLabel={texts.keep}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      {({ fields, clear }) => (
        <>
          {!isNowOnly && (
            <div>
              <Segments
                label={texts.when}
                value={when}
                options={[
                  { value: 'end', label: day === undefined ? texts.atEndPlain : texts.atEnd(day) },
                  { value: 'now', label: texts.now },
                ]}
                onChange={(value) => {
                  setWhen(value);
                  clear();
                }}
              />
            </div>
          )}
          {isNow ? props.losses(day) : <p className="soft">{props.atEnd(day)}</p>}
          <TextField
            label={texts.reason}
            error={fields.reason}
            rule={rule}
            sent={'reason' in input ? input.reason : undefined}
            value={reason}
            autoComplete="off"
            onChange={(event) => {
              setReason(event.target.value);
              clear();
            }}
          />
          {isNow && confirm !== undefined && (
            <TextField
              label={texts.confirm(confirm.text)}
              rule="unsent"
              value={typed}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value.trim())}
            />
          )}
        </>
      )}
    </OrderDialog>
  );
}
