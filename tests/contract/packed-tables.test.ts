import { expect } from 'vitest'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { isPacked } from '#server/platform/pack.ts'
import { fullName, listTables } from '#server/platform/tables.ts'
import { worldTest as test } from '#tests/support/fixture.ts'

/** Tables with a site that a packed site leaves out, and why. */
const LEFT_OUT: Record<string, string> = {
  'core.dues': 'triggers fill it from the shifts',
}

test('every table with rows of a site or an account is packed, with all columns that can be written', async ({
  world,
}) => {
  const { rows } = await world.superuser.query<{ name: string; columns: string[] }>(`
    select table_schema || '.' || table_name as name, array_agg(column_name::text order by ordinal_position) filter (where is_generated = 'NEVER') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'bullmq') group by 1 order by 1`)
  const owned = rows.filter(
    ({ name, columns }) =>
      (columns.includes('site_id') || name === 'core.sites' || name.startsWith('identity.')) && !(name in LEFT_OUT),
  )
  expect(owned.length).toBeGreaterThan(60)
  const packed = await inTransaction<DB, string[]>(world.pool('platform'), 'read', {}, async (db) =>
    (await listTables(db)).filter(isPacked).map((table) => `${fullName(table)} ${table.columns}`),
  )
  expect(packed.sort()).toEqual(owned.map(({ name, columns }) => `${name} ${columns}`).sort())
})
