import type { Affiliate as AffiliateOfApi } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { affiliateQuery, conversionsQuery, payoutsQuery } from '../../data/account.ts';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { Card, Facts } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { formatDay, formatMoney } from '../../parts/format.ts';
import { Row, Rows } from '../../parts/rows.tsx';
import { State, type Tone } from '../../parts/state.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Time } from '../../parts/time.tsx';
import { fields } from '../../rules/fields/updateReferralCode.gen.ts';
import css from '../../shared/account/account.module.css';
import { AccountFrame } from '../../shared/account/frame.tsx';
import { texts as accountTexts } from '../../shared/account-texts.ts';
import { CallDetails } from '../../shared/call.tsx';
import { Empty } from '../../shared/empty.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { CONVERSION_STATES, PAYOUT_STATES, texts } from './texts.ts';

export const path = '/account/affiliate';
export const load = () => queryClient.prefetchQuery(affiliateQuery);

const TONES: Record<keyof typeof CONVERSION_STATES | keyof typeof PAYOUT_STATES, Tone> = {
  ...{ pending: 'busy', approved: 'ok', paid: 'ok', reversed: 'off', failed: 'bad' },
};

/**
 * Shows the referral link of the account, its earnings, conversions and payouts. Offers to join the program if the account has not joined.
 */
export function Page() {
  const { data: affiliate } = useSuspenseQuery(affiliateQuery);
  return (
    <AccountFrame>
      {affiliate === null ? (
        <Activate />
      ) : (
        <>
          <div className={css.cols}>
            <LinkCard key={affiliate.referral_code} affiliate={affiliate} />
            <Earnings affiliate={affiliate} />
          </div>
          <Conversions />
          <Payouts />
        </>
      )}
    </AccountFrame>
  );
}

function Activate() {
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct((_input: undefined, options) => client.activateAffiliate({}, options));
  const activate = async () => {
    const made = await run(undefined);
    if (made !== undefined) queryClient.setQueryData(affiliateQuery.queryKey, made);
  };
  return (
    <Card title={accountTexts.affiliate}>
      <Empty sentence={texts.affiliateWhat} call={{ operation: 'activateAffiliate', input: {} }}>
        <Button kind="main" busy={isRunning} refusal={refusalOf('activateAffiliate')} onPress={() => void activate()}>
          {texts.activate}
        </Button>
        <RefusalNote refusal={refusal} />
      </Empty>
    </Card>
  );
}

function LinkCard({ affiliate }: { affiliate: AffiliateOfApi }) {
  const [code, setCode] = useState(affiliate.referral_code);
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct((input: { referral_code: string }, options) =>
    client.updateReferralCode(input, options),
  );
  const input = { referral_code: code.trim() };
  const unavailable =
    refusalOf('updateReferralCode') ?? (input.referral_code === affiliate.referral_code ? accountTexts.unchanged : undefined);
  const change = async () => {
    if (unavailable !== undefined) return;
    const changed = await run(input);
    if (changed !== undefined) queryClient.setQueryData(affiliateQuery.queryKey, changed);
  };
  return (
    <Card title={texts.referralUrl} padded>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <CopyLine text={affiliate.referral_url} label={texts.copyUrl} />
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          error={refusal?.fields.referral_code}
          rule={fields.referral_code}
          sent={input.referral_code}
          value={code}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
        <RefusalNote refusal={refusal} />
        <div className={css.feet}>
          <Button type="submit" busy={isRunning} refusal={unavailable}>
            {texts.changeCode}
          </Button>
          <CallDetails call={{ operation: 'updateReferralCode', input }} />
        </div>
      </form>
    </Card>
  );
}

function Earnings({ affiliate }: { affiliate: AffiliateOfApi }) {
  const { installation } = useMe();
  const money = (amount: number) => formatMoney(amount, installation.currency);
  return (
    <Card title={texts.earnings} padded>
      <Facts
        rows={[
          [texts.facts.estimated, money(affiliate.estimated_earnings)],
          [texts.facts.nextPayout, texts.inDays(affiliate.next_payout_in_days)],
          [texts.facts.allTime, money(affiliate.all_time_earnings)],
          [texts.facts.turnover, money(affiliate.referrals_turnover)],
          [texts.facts.commission, texts.percent(affiliate.commission)],
        ]}
      />
    </Card>
  );
}

function Conversions() {
  const list = usePages(conversionsQuery);
  const { installation } = useMe();
  return (
    <Card title={texts.conversions}>
      {list.total === 0 && <p className={css.nothing}>{texts.noConversions}</p>}
      <Rows label={texts.conversions}>
        {list.items.map(({ id, created_at, order_amount, commission_amount, status }) => (
          <Row
            key={id}
            name={texts.conversion(id)}
            below={texts.ofOrder(formatMoney(order_amount, installation.currency))}
            amount={formatMoney(commission_amount, installation.currency)}
            state={<State tone={TONES[status]}>{CONVERSION_STATES[status]}</State>}
            time={<Time at={created_at} />}
          />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.more}</LoadMore>
    </Card>
  );
}

function Payouts() {
  const list = usePages(payoutsQuery);
  const { installation } = useMe();
  return (
    <Card title={texts.payouts}>
      {list.total === 0 && <p className={css.nothing}>{texts.noPayouts}</p>}
      <Rows label={texts.payouts}>
        {list.items.map(({ id, created_at, amount, status, paid_at }) => (
          <Row
            key={id}
            name={texts.payout(id)}
            below={paid_at === null ? undefined : texts.paidOn(formatDay(paid_at))}
            amount={formatMoney(amount, installation.currency)}
            state={<State tone={TONES[status]}>{PAYOUT_STATES[status]}</State>}
            time={<Time at={created_at} />}
          />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.more}</LoadMore>
    </Card>
  );
}
