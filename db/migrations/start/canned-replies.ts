/** Texts with which the staff answers tickets. */
export const CANNED_REPLIES = `
  create table canned_replies (
    id integer generated always as identity primary key,
    key text not null unique check (key ~ '^[a-z0-9][a-z0-9.-]{0,39}$'),
    -- Plain text with placeholders (model/support/canned-replies.ts).
    text text not null check (text <> ''),
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
`;
