import { type Db, run } from './site-table.ts'

/**
 * Functions that run with their owner's rights look for temporary tables last. Unless it is named, the schema of these is searched first, and
 * whoever can make one could put a table of their own in the place of one of ours.
 */
export async function up(db: Db) {
  await run(
    db,
    `do $$
     declare definer record;
     begin
       for definer in
         select p.oid::regprocedure as name, substr(setting, length('search_path=') + 1) as path
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace, unnest(p.proconfig) setting
         where n.nspname in ('core', 'identity', 'platform') and p.prosecdef and setting like 'search_path=%' and setting not like '%pg_temp%'
       loop
         execute format('alter function %s set search_path = %s, pg_temp', definer.name, definer.path);
       end loop;
     end $$;`,
  )
}
