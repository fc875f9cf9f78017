/** What recovery of an account goes by: proofs of its mailbox, sessions of one host, tries by where they come from, ways in that wait to be removed. */
export const up = `
alter table kernel.account
  -- when somebody last showed that they read this mailbox
  add column mailbox_proved_at timestamptz,
  -- marks of known devices from before count for nothing
  add column devices_from timestamptz;
update kernel.account set mailbox_proved_at = email_confirmed_at;

-- the host whose cookie holds the token; null for sessions from before this column
alter table kernel.session add column host text;

-- when its mails were ordered: a link that is still good goes out again instead of a new one
alter table kernel.one_time_token add column mailed timestamptz[] not null default '{}';
create index one_time_token_email on kernel.one_time_token (lower(data ->> 'email')) where used_at is null;

-- for a week after a change the former address can take the account back, so nobody else may have it
create function kernel.former_address_is_held() returns trigger language plpgsql as $body$
begin
  if exists (select from kernel.one_time_token t where t.purpose = 'undo' and t.used_at is null and t.expires_at > now()
      and lower(t.data ->> 'email') = lower(new.email) and t.account_id <> new.id) then
    raise exception 'this address is held for its former owner' using errcode = 'unique_violation', constraint = 'account_email';
  end if;
  return new;
end $body$;
create trigger former_address before insert or update of email on kernel.account for each row execute function kernel.former_address_is_held();

alter table kernel.second_factor drop column tries, drop column tries_from;
create table kernel.code_try (
  account_id bigint not null references kernel.account (id) on delete cascade,
  -- a known device, a session, a network, or all strangers together
  source text not null,
  tries smallint not null,
  since timestamptz not null default now(),
  primary key (account_id, source)
);

create table kernel.way_removal (
  account_id bigint not null references kernel.account (id) on delete cascade,
  kind text not null check (kind in ('two_fa', 'passkey', 'provider')),
  -- of the passkey or the linked identity; 0 for the second factor
  way_id bigint not null,
  due_at timestamptz not null,
  primary key (account_id, kind, way_id)
);
create index way_removal_due on kernel.way_removal (due_at);
`
