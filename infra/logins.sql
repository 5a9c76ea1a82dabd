-- One login a process, made once by the server's administrator, after infra/roles.sql. Each has its role and settings from the start, so that
-- it works through a pooler in transaction mode too, which passes no options (docs/operating.md). Give each a password.
do $$
declare
  name text;
begin
  foreach name in array array['app', 'worker', 'auth', 'platform'] loop
    if not exists (select from pg_roles where rolname = format('watchbill_%s_login', name)) then
      execute format('create role watchbill_%1$s_login login in role watchbill_%1$s', name);
    end if;
    execute format('alter role watchbill_%1$s_login set role = watchbill_%1$s', name);
    execute format('alter role watchbill_%s_login set search_path = core, identity, platform', name);
    execute format('alter role watchbill_%s_login set timezone = %L', name, 'UTC');
    execute format('alter role watchbill_%s_login set statement_timeout = %L', name, '15s');
    execute format('alter role watchbill_%s_login set lock_timeout = %L', name, '5s');
    execute format('alter role watchbill_%s_login set idle_in_transaction_session_timeout = %L', name, '30s');
    execute format('alter role watchbill_%s_login set jit = off', name);
  end loop;
end $$;
