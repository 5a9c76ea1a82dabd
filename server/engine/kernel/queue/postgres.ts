import { runMigrations } from 'bullmq'
import pg from 'pg'

const QUEUE_SCHEMA = 'bullmq'
const WORKER = 'watchbill_worker'

export const queueConnection = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  schema: QUEUE_SCHEMA,
  options: `-c role=${WORKER} -c TimeZone=UTC -c statement_timeout=30000`,
  application_name: 'watchbill-queue',
  max: 4,
  connectionTimeoutMillis: 5_000,
})

/**
 * Updates the queue's tables as the owner of the database and grants the workers' role access. Workers own the
 * sequences that they created, one per queue.
 */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c role=watchbill_migrator' })
  await client.connect()
  try {
    await runMigrations(client, QUEUE_SCHEMA)
    await client.query(
      `grant usage, create on schema ${QUEUE_SCHEMA} to ${WORKER};
       grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${WORKER};
       do $$
       declare own record;
       begin
         for own in select relname from pg_class where relkind = 'S' and relnamespace = '${QUEUE_SCHEMA}'::regnamespace and relowner = current_user::regrole
         loop execute format('grant usage, select, update on sequence ${QUEUE_SCHEMA}.%I to ${WORKER}', own.relname); end loop;
       end $$;
       grant execute on all functions in schema ${QUEUE_SCHEMA} to ${WORKER}`,
    )
  } finally {
    await client.end()
  }
}
