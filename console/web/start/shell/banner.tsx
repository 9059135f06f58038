import { useMe } from '../../data/session.ts';
import { Note } from '../../parts/box.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { Link } from '../../router/router.tsx';
import { texts } from './banner-texts.ts';
import css from './shell.module.css';

/** Shows the state of the whole account, suspended or closing, and leads to the support. */
export function Banner() {
  const { account } = useMe();
  const sentence = account.suspended
    ? texts.suspended
    : account.closes_at !== null
      ? texts.closing(formatLongDay(account.closes_at))
      : undefined;
  if (sentence === undefined) return null;
  return (
    <div className={css.banner}>
      <Note tone="bad">
        {sentence}{' '}
        <Link className="link" to="/support/new">
          {texts.openTicket}
        </Link>
      </Note>
    </div>
  );
}
