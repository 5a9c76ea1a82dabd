import { type RawBuilder, sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

const MAX_COORDINATORS = 50

const ADMINS = sql<{ id: number }>`
  select id from people where role = 'admin' and is_active and erased_at is null order by id limit ${MAX_COORDINATORS}`

/** Lists the admins who receive what only admins may decide or read. */
export async function listAdmins(db: SiteDb): Promise<number[]> {
  return (await ADMINS.execute(db)).rows.map(({ id }) => Number(id))
}

/** SQL: the contacts of the event `e`, if active here, without `others`. */
const contacts = (others: RawBuilder<unknown>) => sql`
  select p.id from event_contacts c join people p on p.site_id = c.site_id and p.id = c.person
  where c.event = e.id and p.is_active and p.erased_at is null and p.role <> 'new' and p.id <> all (${others})`

const byEvent = async (
  db: SiteDb,
  events: readonly number[],
  except: readonly (number | null)[],
  who: (others: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Map<number, number[]>> => {
  const others = sql`${except.flatMap((person) => person ?? [])}::bigint[]`
  const { rows } = await sql<{ event: number; people: number[] }>`
    with admins as (${ADMINS})
    select e.id as event, (select coalesce(array_agg(id order by id), '{}') from (${who(others)}) c) as people
    from events e where e.id = any (${[...events]}::bigint[])`.execute(db)
  return new Map(rows.map(({ event, people }) => [event, people]))
}

/**
 * Finds the coordinators of each event: the admins, and the contacts chosen for it, if active here.
 * @param except people to leave out, such as the one concerned.
 */
export const listCoordinators = (
  db: SiteDb,
  events: readonly number[],
  except: readonly (number | null)[] = [],
): Promise<Map<number, number[]>> =>
  byEvent(
    db,
    events,
    except,
    (others) => sql`select id from admins where id <> all (${others}) union ${contacts(others)}`,
  )

/** Finds the contacts of each event only, for what admins find in their list To do. */
export const listContacts = (
  db: SiteDb,
  events: readonly number[],
  except: readonly (number | null)[] = [],
): Promise<Map<number, number[]>> => byEvent(db, events, except, contacts)
