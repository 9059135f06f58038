import type { Balance } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { cacheOrders, paymentMethodsQuery } from '../../data/orders.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatMoney } from '../../parts/format.ts';
import { MethodChoice } from '../../parts/pay/method-choice.tsx';
import { chooseMethod, type MethodKey, offerMethods } from '../../parts/pay/methods.ts';
import { StoreCard } from '../../parts/pay/store-card.tsx';
import { describeRenewalCover } from '../../parts/renewal-cover.ts';
import { TextField } from '../../parts/text-field.tsx';
import { useNow } from '../../parts/time.tsx';
import { useRouter } from '../../router/router.tsx';
import { fields } from '../../rules/fields/depositFunds.gen.ts';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { readAmount, suggestAmount } from './amount.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

type Input = Parameters<typeof client.depositFunds>[0];

/** Shows the form that orders a deposit. The page of the order then leads to the payment. */
export function DepositForm({ balance }: { balance: Balance }) {
  const { navigate } = useRouter();
  const { data: methods = [] } = useQuery(paymentMethodsQuery);
  const now = useNow(60_000);
  const [text, setText] = useState(() => suggestAmount(balance.shortfall));
  const [isStoring, setStoring] = useState(false);
  const [picked, setPicked] = useState<MethodKey>();
  const act = useAct((input: Input, options) => client.depositFunds(input, options));
  const roleRefusal = useRefusalOfAct()('depositFunds');

  const money = (value: number) => formatMoney(value, balance.currency);
  const amount = readAmount(text);
  const depositMethods = methods.filter(({ key }) => key !== 'balance');
  // Without an amount no method has too small an amount.
  const judged = amount ?? Math.max(0, ...depositMethods.map(({ minimum }) => minimum ?? 0));
  const offered = offerMethods({ methods: depositMethods, amount: judged, hasDeposit: true, available: 0, money });
  const method = picked ?? chooseMethod(offered, []);
  const refusal =
    roleRefusal ??
    (method === undefined || method === 'balance'
      ? texts.none
      : amount === undefined
        ? texts.noAmount
        : offered.find(({ key }) => key === method)?.refusal);
  const savesCard = depositMethods.find(({ key }) => key === method)?.saves_card === true;
  const input =
    amount === undefined || method === undefined || method === 'balance'
      ? undefined
      : { amount, payment_method: method, ...(savesCard && isStoring && { store_card: true }) };

  const deposit = async () => {
    if (input === undefined || refusal !== undefined) return;
    const order = await act.run(input);
    if (order === undefined) return;
    await cacheOrders([order]);
    navigate(`/orders/${order.id}?pay=${order.id}`);
  };
  return (
    <Card title={texts.deposit} padded>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void deposit();
        }}
      >
        <p className="soft">{texts.depositWhat}</p>
        <div className={css.stack} inert={act.isUnknown}>
          <TextField
            label={texts.amount(balance.currency)}
            hint={describeRenewalCover(balance, now)}
            error={act.refusal?.fields.amount}
            rule={fields.amount}
            sent={amount ?? (text.trim() || undefined)}
            value={text}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value);
              act.clear();
            }}
          />
          <MethodChoice offered={offered} value={method} error={act.refusal?.fields.payment_method} onChange={setPicked} />
          {savesCard && <StoreCard checked={isStoring} error={act.refusal?.fields.store_card} onChange={setStoring} />}
        </div>
        {act.isUnknown ? (
          <Note tone="bad" alert>
            {texts.sameAgain}
          </Note>
        ) : (
          <RefusalNote refusal={act.refusal} />
        )}
        <div>
          <Button kind="main" icon="coins" type="submit" refusal={refusal} busy={act.isRunning}>
            {amount === undefined ? texts.deposit : texts.depositFor(money(amount))}
          </Button>
        </div>
        {refusal !== undefined && <p className={css.hint}>{refusal}</p>}
        {input && <CallDetails call={{ operation: 'depositFunds', input }} />}
      </form>
    </Card>
  );
}
