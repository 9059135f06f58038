import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../data/query.ts';
import { sessionQuery, useMe } from '../../data/session.ts';
import { emailChangeQuery, userQuery } from '../../data/user.ts';
import { setTitle } from '../../parts/brand.ts';
import { Messages } from './messages.tsx';
import css from './page.module.css';
import { Person } from './person.tsx';
import { texts } from './texts.ts';

export const path = '/profile';
export const load = () => [
  queryClient.prefetchQuery(userQuery),
  // A session of an identity provider cannot read it.
  queryClient.getQueryData(sessionQuery.queryKey)?.session?.single_sign_on === false &&
    queryClient.prefetchQuery(emailChangeQuery),
];

/** Shows the person who is signed in: name, address to sign in with, language of mails. */
export function Page() {
  const { user: shown } = useMe();
  const { data: user } = useSuspenseQuery(userQuery);
  useEffect(() => setTitle(texts.title), []);
  // The shell shows the address too, and no event reports the use of the last link.
  useEffect(() => {
    if (user.email !== shown.email) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [user.email, shown.email]);
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      <Person email={user.email} />
      <Messages user={user} />
    </div>
  );
}
