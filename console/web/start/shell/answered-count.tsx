import { useQuery } from '@tanstack/react-query';
import { answeredTicketsQuery, MAX_ANSWERED } from '../../data/answered-tickets.ts';
import css from './shell.module.css';
import { texts } from './texts.ts';

/** Shows the number of tickets that the support has answered. Hidden if there are none. */
export function AnsweredCount() {
  const { data: tickets = [] } = useQuery(answeredTicketsQuery);
  if (tickets.length === 0) return null;
  const count = tickets.length < MAX_ANSWERED ? String(tickets.length) : `${MAX_ANSWERED}+`;
  return (
    <span className={css.badge}>
      {count}
      <span className="visually-hidden"> {texts.answered}</span>
    </span>
  );
}
