import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesOf } from '#server/messages/attachments/files.ts'
import type { World } from '../world.ts'
import { type Club, UNUSED_KEY } from './clubs.ts'

/** Makes the work of a club throw. The kinds match what people write. */
export type Poison = (world: World, club: Club) => Promise<unknown>

/**
 * Drops the constraints against such rows: a row that gets past them, by hand or by a new release, must block no one
 * else.
 */
export const openDoors = (world: World) =>
  world.superuser.query(`
    alter table core.sites drop constraint if exists sites_timezone, drop constraint sites_quiet_start, drop constraint sites_answer_by_days;
    alter table core.events drop constraint events_minimums;
    alter table core.message_files drop constraint message_files_key`)

const site =
  (column: string, value: unknown): Poison =>
  (world, club) =>
    world.superuser.query(`update core.sites set ${column} = $2 where id = $1`, [club.site.id, value])

export const zone = site('timezone', 'CAT')
export const quietText = site('quiet_start', '09:xx')
export const manyDays = site('answer_by_days', 2_147_483_647)

export const minimums: Poison = (world, club) =>
  world.superuser.query(`update core.events set minimums = '[{"assignment": "x"}]' where site_id = $1`, [club.site.id])

export const audience: Poison = (world, club) =>
  world.superuser.query(`update core.messages set audience = '{"people": {"all": 7}}' where site_id = $1`, [
    club.site.id,
  ])

/** Facts of a message that cannot be rendered. */
export const facts: Poison = (world, club) =>
  world.superuser.query(`update core.deliveries set facts = 'null' where site_id = $1`, [club.site.id])

export const manyAttempts: Poison = (world, club) =>
  world.superuser.query('update core.deliveries set attempts = 2147483647 where site_id = $1', [club.site.id])

export const unwritable =
  (table: string, when = 'true'): Poison =>
  async (world, club) => {
    const name = `poisoned_${table}_${club.site.id}`
    await world.superuser.query(`
      create or replace function core.refuse() returns trigger language plpgsql as $$
        begin raise exception 'a poisoned row of site %', new.site_id; end $$;
      create trigger ${name} before insert or update on core.${table} for each row
        when (new.site_id = ${club.site.id} and ${when}) execute function core.refuse()`)
  }

export const STORAGE = mkdtempSync(path.join(tmpdir(), 'watchbill-poison-'))

export const folders: Poison = async (_world, { site: { id } }) => {
  for (const key of [`${filesOf(id)}${UNUSED_KEY}`, `s/${id}/${UNUSED_KEY}.png`])
    mkdirSync(path.join(STORAGE, key, 'x'), { recursive: true })
}
