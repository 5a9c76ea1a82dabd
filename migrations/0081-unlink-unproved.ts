import { type Db, run } from './site-table.ts'

/**
 * Brings what is stored to the rules of 0080. Proved is what an owner once reached by a mail: an account with a password that is not marked
 * `unverified`. Every other account is parted: each person who registered with it has one of their own site with the same password, each
 * person whom an admin added one without. What was set up on an account with a password that nobody proved ends. Accounts whose email was
 * changed before the first address was proved keep what they registered for; where an admin had added the person, access rests until an
 * admin activates it again, unless there is no other admin; an operator's right ends. What was set up on a registered account before its first
 * reset ends too, and API keys whose maker is no admin any more. The log and the admins of each club learn of it.
 */
export async function up(db: Db) {
  await run(db, PART)
  await run(
    db,
    `alter function identity.part_accounts(timestamptz) owner to watchbill_platform;
     alter table identity.accounts drop constraint accounts_email_key;
     select identity.part_accounts(now());
     drop function identity.part_accounts(timestamptz);

     drop index identity.accounts_email;
     create unique index accounts_proved_key on identity.accounts (email) where proved_at is not null;
     create unique index accounts_home_key on identity.accounts (email, home_site) where proved_at is null;
     alter table identity.accounts add constraint accounts_life check ((proved_at is null) = (home_site is not null));
     alter table identity.accounts drop column unverified;
     drop function identity.is_unverified(bigint);
     drop function identity.ensure_accounts(text[]);
     drop function identity.change_email(bigint, text);`,
  )
}

const PART = `
  create function identity.part_accounts(at timestamptz) returns void
    language plpgsql volatile security definer set search_path = core, identity, platform as $$
    declare account record; holder record; own bigint; touched boolean;
    begin
      create temporary table unlinked (site_id bigint, person bigint, way text) on commit drop;
      create temporary table doubtful (account bigint primary key, at timestamptz) on commit drop;
      create temporary table settled (account bigint primary key, at timestamptz) on commit drop;

      -- Registered, and the email changed before a first reset had proved the former one.
      insert into doubtful
        select a.id, min(c.at) from accounts a join people p on p.account_id = a.id
          join audit c on c.site_id = p.site_id and c.subject = 'people' and c.subject_id = p.id and c.action = 'email.change'
        where not a.unverified and a.password_hash is not null
          and exists (select from people r where r.account_id = a.id and r.registered_at is not null)
          and not exists (select from audit r join people rp on rp.site_id = r.site_id and rp.id = r.subject_id
            where rp.account_id = a.id and r.action = 'password.reset' and r.at < c.at)
        group by a.id;

      -- Registered, and proved by a reset since: what was set up before it may be a stranger's.
      insert into settled
        select a.id, min(c.at) from accounts a join people p on p.account_id = a.id
          join audit c on c.site_id = p.site_id and c.subject_id = p.id and c.action = 'password.reset'
        where not a.unverified and exists (select from people r where r.account_id = a.id and r.registered_at is not null)
        group by a.id;
      insert into unlinked select distinct p.site_id, p.id, 'ended' from settled s join people p on p.account_id = s.account
        where exists (select from passkeys k where k.account_id = s.account and k.created_at < s.at)
          or exists (select from totp t where t.account_id = s.account and t.created_at < s.at)
          or exists (select from calendar_feeds f where f.site_id = p.site_id and f.person = p.id and f.created_at < s.at)
          or exists (select from apikeys k where k.site_id = p.site_id and k.created_by = p.id and k.created_at < s.at and k.revoked_at is null);
      delete from passkeys k using settled s where k.account_id = s.account and k.created_at < s.at;
      delete from totp t using settled s where t.account_id = s.account and t.created_at < s.at;
      delete from recovery_codes r using settled s where r.account_id = s.account
        and not exists (select from passkeys k where k.account_id = s.account) and not exists (select from totp t where t.account_id = s.account);
      delete from calendar_feeds f using settled s, people p
        where p.account_id = s.account and f.site_id = p.site_id and f.person = p.id and f.created_at < s.at;
      update apikeys k set revoked_at = part_accounts.at from settled s, people p
        where p.account_id = s.account and k.site_id = p.site_id and k.created_by = p.id and k.created_at < s.at and k.revoked_at is null;

      -- Changed before it was proved: the new address is proved, the link to people whom others added is not.
      for holder in
        select p.site_id, p.id from people p join accounts a on a.id = p.account_id
          join doubtful d on d.account = a.id
        where p.registered_at is null and p.is_active and p.created_at < d.at
        order by p.site_id, p.id
      loop
        -- A club whose only admin this is would be left with nobody to decide it.
        continue when not exists (select from people o where o.site_id = holder.site_id and o.id <> holder.id and o.role = 'admin' and o.is_active);
        update people set is_active = false where site_id = holder.site_id and id = holder.id;
        update sessions set revoked_at = at where site_id = holder.site_id and person = holder.id and revoked_at is null;
        insert into unlinked values (holder.site_id, holder.id, 'rests');
      end loop;

      update accounts set proved_at = created_at where not unverified and password_hash is not null;
      insert into address_proofs (account_id, email, way, proved_at)
        select id, email, 'earlier', created_at from accounts where proved_at is not null;
      update email_changes c set auth_epoch = a.auth_epoch from accounts a where a.id = c.account_id;
      delete from password_resets;
      delete from tickets;

      with ended as (
        delete from operators o using accounts a where a.id = o.account_id
          and (a.proved_at is null or exists (select from doubtful d where d.account = a.id and o.created_at < d.at)) returning o.account_id)
      insert into operator_acts (at, account_id, action) select part_accounts.at, account_id, 'operator.end' from ended;

      for account in select a.* from accounts a where a.proved_at is null order by a.id loop
        touched := account.password_hash is not null and (
          exists (select from passkeys k where k.account_id = account.id) or exists (select from totp t where t.account_id = account.id)
          or exists (select from email_changes c where c.account_id = account.id)
          or exists (select from apikeys k join people p on p.site_id = k.site_id and p.id = k.created_by where p.account_id = account.id and k.revoked_at is null)
          or exists (select from calendar_feeds f join people p on p.site_id = f.site_id and p.id = f.person where p.account_id = account.id));
        if touched then perform wipe_account(account.id, true, 0, 0, at); end if;
        own := account.id;
        for holder in select p.site_id, p.id, p.registered_at from people p where p.account_id = account.id
          order by p.registered_at is null, p.site_id
        loop
          if own is not null and (holder.registered_at is not null or account.password_hash is null) then
            update accounts set home_site = holder.site_id where id = own;
          else
            insert into accounts (email, password_hash, home_site, created_at)
              values (account.email, case when holder.registered_at is not null then account.password_hash end, holder.site_id, account.created_at)
              returning id into own;
            update people set account_id = own where site_id = holder.site_id and id = holder.id;
            update sessions set revoked_at = at where site_id = holder.site_id and person = holder.id and revoked_at is null;
            if account.password_hash is not null and holder.registered_at is null then
              insert into unlinked values (holder.site_id, holder.id, 'unlinked');
            end if;
          end if;
          if touched and holder.registered_at is not null then insert into unlinked values (holder.site_id, holder.id, 'wiped'); end if;
          own := null;
        end loop;
        delete from accounts a where a.id = account.id and a.home_site is null;
      end loop;

      with ended as (
        update apikeys k set revoked_at = part_accounts.at where k.revoked_at is null and k.created_by is not null and not exists (
          select from people p where p.site_id = k.site_id and p.id = k.created_by and p.role = 'admin' and p.is_active)
        returning k.site_id, k.id)
      insert into audit (site_id, at, actor, action, subject, subject_id)
        select ended.site_id, part_accounts.at, 'system', 'apikeys.revoke', 'apikeys', ended.id from ended;

      insert into audit (site_id, at, actor, action, subject, subject_id)
        select u.site_id, part_accounts.at, 'system', 'people.' || u.way, 'people', u.person from unlinked u;
      insert into deliveries (site_id, person, kind, channel, lane, due_at, facts)
        select a.site_id, a.id, 'account.unproved', 'email', 'security', part_accounts.at, jsonb_build_object(
          'title', 'Please check who may sign in',
          'about', u.person,
          'paragraphs', jsonb_build_array(case u.way
            when 'unlinked' then 'Somebody had registered elsewhere with the email of {name} ({email}) and never confirmed it, so that account no longer opens your club. '
              || '{name} can choose a password by “Forgot Password” on your sign-in page.'
            when 'rests' then 'The email of {name} was changed to {email} before the first one had been confirmed. Their access is paused. '
              || 'If you know that this address is theirs, activate them again.'
            when 'ended' then 'Sign-in methods, calendar feeds and keys that had been set up for {name} ({email}) before this email was confirmed have ended.'
            else '{name} ({email}) registered and has not confirmed this email yet. Sign-in methods, calendar feeds and keys that were set up before have ended.' end),
          'action', jsonb_build_object('label', 'Look at the person', 'path', '/people/' || u.person || '/info'))
        from unlinked u join people a on a.site_id = u.site_id and a.role = 'admin' and a.is_active and a.email <> '' and a.erased_at is null and a.id <> u.person
        where (select count(*) from unlinked o where o.site_id = u.site_id and o.person < u.person) < 50;
      drop table unlinked, doubtful, settled;
    end $$;
`
