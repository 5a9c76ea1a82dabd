-- Restrictive policies name the roles that they hold for, so that watchbill_platform crosses sites without BYPASSRLS, which the administrator
-- of a managed server cannot give. No other role has grants (tests/contract/catalogue.test.ts).
do $$
declare policy record;
begin
  for policy in select schemaname, tablename, policyname from pg_policies where schemaname = 'core' and permissive = 'RESTRICTIVE' loop
    execute format('alter policy %I on %I.%I to watchbill_migrator, watchbill_app, watchbill_worker, watchbill_auth',
      policy.policyname, policy.schemaname, policy.tablename);
  end loop;
end $$;
