import type { DeployServer, ReplyInfo } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../data/client.ts';
import { useDraft } from '../../data/drafts.ts';
import { priceOf, usePricedAct } from '../../data/priced-act.ts';
import { queryClient } from '../../data/query.ts';
import { useMe } from '../../data/session.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { CYCLES } from '../../parts/cycles.ts';
import { Segments } from '../../parts/field.tsx';
import { formatMoney } from '../../parts/format.ts';
import { PlanTable } from '../../parts/plan-table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { saysFieldsAreRight } from '../../parts/use-field-rule.ts';
import { writeSearch } from '../../router/match.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { can } from '../../rules/can.ts';
import { fields } from '../../rules/fields/deployServer.gen.ts';
import { CallDetails } from '../../shared/call.tsx';
import { PriceNotes, Receipt } from '../../shared/receipt.tsx';
import { texts as receiptTexts } from '../../shared/receipt-texts.ts';
import { UserDataField } from '../../shared/user-data-field.tsx';
import { offerQuery } from './data.ts';
import { Extras } from './extras.tsx';
import { countOf, type Form, findBrokenLimits, namesOf, readForm, toCall, withoutField, writeForm } from './form.ts';
import { refusalOf } from './image-needs.ts';
import { Login } from './login.tsx';
import css from './page.module.css';
import { Promo } from './promo.tsx';
import { SourceSection } from './source.tsx';
import { texts } from './texts.ts';
import { useTypedField } from './use-typed-field.ts';

export const path = '/deploy';
export const load = () => [queryClient.prefetchQuery(offerQuery), queryClient.prefetchQuery(keysQuery)];

type Call = NonNullable<ReturnType<typeof toCall>>;

const NO_SCRIPT = { script: '' };

export function Page() {
  const search = useSearch();
  const { navigate } = useRouter();
  const { data: offer } = useSuspenseQuery(offerQuery);
  const me = useMe();
  const draft = useDraft('deploy', NO_SCRIPT, 'tab');
  const [form, setForm] = useState<Form>(() => ({ ...readForm(search), ...draft.fields }));
  const call = toCall(form);
  const { isBroken, sentences } = findBrokenLimits(call);
  const ref = useRef<HTMLFormElement>(null);
  const typed = useTypedField(ref);
  const order = usePricedAct(
    isBroken ? undefined : call,
    (input: Call, options) => client.deployServer({ ...input, dry_run: true }, options),
    async (input, options) => {
      let orderId: number | undefined;
      const onReply = (info: ReplyInfo) => {
        orderId = info.orderId;
      };
      return { made: await client.deployServer(input as DeployServer, { ...options, onReply }), orderId };
    },
  );
  const { isRunning } = order;
  // A half typed text is not refused yet.
  const errors = { ...withoutField(order.fields, typed), ...sentences };
  const isHalfTyped =
    order.priced.refusal?.kind === 'fields' && Object.keys(withoutField(order.priced.refusal.fields, typed)).length === 0;
  const priced = isHalfTyped ? { ...order.priced, refusal: undefined } : order.priced;
  useEffect(() => setTitle(texts.title), []);

  const change = (next: Partial<Form>) => {
    const whole = { ...form, ...next };
    setForm(whole);
    if (next.script !== undefined) draft.change({ script: next.script });
    order.clear();
    navigate(`/deploy${writeSearch(writeForm(whole))}`, { replace: true });
  };

  const { currency } = me.installation;
  const image = form.source === 'image' ? offer.images.find(({ id }) => id === form.sourceId) : undefined;
  const planId = offer.plans.find(({ key }) => key === form.plan)?.id;
  // The last price stays while a newer one is fetched, so that the button keeps its label during typing.
  const quote = priced.refusal === undefined || order.isUnknown ? priced.quote : undefined;
  const total = quote && formatMoney(priceOf(quote), currency);
  const count = countOf(form);
  const names = namesOf(form);
  // Without enough balance the order waits for its payment on its page.
  const isCovered = quote?.covered_by_balance !== false;
  const allowed = can('deployServer', undefined, me);
  const missing = (quote?.missing ?? []).map((field) => receiptTexts.missingFields[field] ?? field);
  const refusal =
    'no' in allowed
      ? allowed.sentence
      : call === undefined
        ? `${receiptTexts.missing} ${texts.plan}.`
        : isBroken
          ? // A press moves to a wrong text field.
            Object.values(sentences)[0]
          : quote === undefined
            ? (priced.refusal?.sentence ?? receiptTexts.noPrice)
            : missing.length > 0
              ? `${receiptTexts.missing} ${missing.join(', ')}.`
              : undefined;

  const deploy = async () => {
    if (!saysFieldsAreRight(ref.current)) return;
    const ordered = await order.run();
    if (ordered === undefined) return;
    draft.discard();
    const { made, orderId } = ordered;
    if (!isCovered && orderId !== undefined) {
      navigate(`/orders/${orderId}`);
      return;
    }
    const [first] = 'data' in made ? made.data : [made];
    if (first !== undefined && names.length === 1) navigate(`/servers/${first.id}`);
    else navigate('/servers');
  };

  const isHeld = order.isUnknown || isRunning;
  const button = (
    <Button kind="main" wide refusal={refusal} busy={isRunning} onPress={() => void deploy()}>
      {total === undefined ? texts.title : (isCovered ? texts.deploy : texts.orderAndPay)(count, total)}
    </Button>
  );
  return (
    <>
      <div className={css.layout}>
        <div>
          <h1>{texts.title}</h1>
          <form
            ref={ref}
            className={css.form}
            inert={isHeld}
            onSubmit={(event) => {
              event.preventDefault();
              if (refusal === undefined) void deploy();
            }}
          >
            <SourceSection
              offer={offer}
              form={form}
              error={errors.image_id ?? errors.snapshot_id ?? errors.backup_id ?? errors.primary_iso_id}
              onChange={change}
            />
            <PlanTable
              plans={offer.plans}
              chosen={form.plan}
              error={errors.plan}
              refusalOf={(plan) => refusalOf(plan, image)}
              onChoose={(plan) => change({ plan })}
            />
            <div className={css.two}>
              <Login form={form} error={errors.ssh_keys ?? errors.password} onChange={change} />
              <Extras form={form} planId={planId} currency={currency} errors={errors} onChange={change} />
            </div>
            <TextField
              label={texts.name}
              name="name"
              hint={texts.nameHint}
              error={errors.name ?? Object.entries(errors).find(([name]) => name.startsWith('name.'))?.[1]}
              rule={fields.name}
              sent={names.length > 1 ? names : names[0]}
              value={form.names}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ names: event.target.value })}
            />
            <div className={css.two}>
              <fieldset className={css.section}>
                <legend>{texts.paidFor}</legend>
                <div>
                  <Segments
                    label={texts.cycles}
                    value={String(form.cycle)}
                    options={CYCLES.map((months) => ({ value: String(months), label: texts.months(months) }))}
                    onChange={(months) => change({ cycle: Number(months) })}
                  />
                </div>
              </fieldset>
              <Promo form={form} planId={planId} error={errors.promo_code} onChange={change} />
            </div>
            <UserDataField
              value={form.script}
              rule={fields.startup_script}
              error={errors.startup_script}
              onChange={(script) => change({ script })}
            />
          </form>
        </div>
        <Receipt className={css.receipt} priced={priced} currency={currency} needsRoom>
          <PriceNotes act={order} currency={currency} />
          {button}
          {refusal !== undefined && missing.length === 0 && <p className={css.hint}>{refusal}</p>}
          <p className={css.hint}>{texts.honest}</p>
          {call && <CallDetails call={{ operation: 'deployServer', input: withoutSecret(call) }} />}
        </Receipt>
      </div>
      <div className={css.payBar}>
        <a href="#receipt">
          <b>{total ?? '–'}</b>
          <small>{texts.toPay}</small>
        </a>
        <Button kind="main" refusal={refusal} busy={isRunning} onPress={() => void deploy()}>
          {(isCovered ? texts.deployShort : texts.orderShort)(count)}
        </Button>
      </div>
    </>
  );
}

/** Returns the call with a placeholder instead of the password, because the text can be copied. */
function withoutSecret(call: Call): Record<string, unknown> {
  return 'password' in call ? { ...call, password: '…' } : call;
}
