/** Records the time since which a user has no account. Such users are erased after a while (docs/decisions/account-closing.md). */
export const LONE_USERS = `
  -- A new user is alone until the first membership, which is created in the same transaction.
  alter table users alter alone_since set default given_now();

  -- Locks the user's row before the check for memberships. If two transactions remove the last two memberships, or remove one and add
  -- another, one waits and sees the other.
  create function note_alone() returns trigger language plpgsql as $$
  declare
    changed integer;
  begin
    foreach changed in array case tg_op
      when 'INSERT' then array[new.user_id]
      when 'DELETE' then array[old.user_id]
      else array[least(old.user_id, new.user_id), greatest(old.user_id, new.user_id)] end
    loop
      perform from users where id = changed for no key update;
      if exists (select from memberships where user_id = changed) then
        update users set alone_since = null, erases_at = null where id = changed and alone_since is not null;
      else
        update users set alone_since = given_now() where id = changed and alone_since is null;
      end if;
    end loop;
    return null;
  end $$;
  create trigger note_alone after insert or delete or update of user_id on memberships for each row execute function note_alone();
`;
