import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { Merging } from '#server/engine/collections/merging.ts'
import { renameInSwaps } from '#server/swaps/merging.ts'
import { mergeEntries } from '#server/waiting/merging.ts'
import { audienceAfterMerge, queryAfterMerge, type ReferringFields } from './stored-queries.ts'

/** As much as a saved view holds. */
const MAX_QUERY = 4000

/**
 * Merges two records of a list, also where they are named without a key: the queries of saved views, whom a message that has not left is for,
 * what offers of swaps take, and where people were asked to be. Of two places on the waiting lists of an event the older stays.
 * @throws DomainError as the engine's merge.
 */
export async function mergeListed(
  ctx: Ctx,
  engine: CollectionsEngine,
  { collection, id, into }: { collection: string; id: number; into: number },
): Promise<Merging> {
  // Swaps and waiting lists are locked before the shifts that the merge writes, as everywhere else.
  const swaps = await renameInSwaps(ctx, { collection, id, into })
  if (collection === 'assignments') await mergeEntries(ctx, { id, into })
  await renameInAnswers(ctx, { collection, id, into })
  if (collection === 'locations') await renameInQuestions(ctx, { id, into })
  // A message that has not left must not need the record that is removed.
  const messages = await renameInAudiences(ctx, { collection, id, into })
  const merging = await engine.merge(ctx, collection, id, into)
  const moved = {
    ...merging.moved,
    ...counted('savedviews', await renameInViews(ctx, engine, { collection, id, into })),
    ...counted('events', await renameInMinimums(ctx, { collection, id, into })),
    ...counted('swaps', swaps),
    ...counted('messages', messages),
  }
  return { into, moved }
}

const counted = (name: string, count: number) => (count ? { [name]: count } : {})

type Renaming = { collection: string; id: number; into: number }

/** @returns how many views name the remaining record now. */
async function renameInViews(
  { db, clock }: Ctx,
  { declarations }: CollectionsEngine,
  { collection, id, into }: Renaming,
): Promise<number> {
  const referring = (of: typeof declarations): ReferringFields =>
    new Set(
      of.flatMap(({ contract }) =>
        Object.entries(contract.fields).flatMap(([name, { to }]) => (to === collection ? [name] : [])),
      ),
    )
  const anywhere = referring(declarations)
  const byList = new Map(declarations.map((one) => [one.contract.name, referring([one])]))
  const views = await db
    .selectFrom('savedviews')
    .select(['id', 'collection', 'query'])
    .where('query', 'like', `%${id}%`)
    .forUpdate()
    .execute()
  const changed = views.flatMap((view) => {
    // A list with a word of its own is of some collection: a name of a field means the same in all of them.
    const query = queryAfterMerge(view.query, byList.get(view.collection) ?? anywhere, id, into)
    return query === view.query || query.length > MAX_QUERY ? [] : [{ id: view.id, query }]
  })
  if (changed.length)
    await sql`update savedviews v set query = c.query, updated_at = ${clock.now()}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id bigint, query text) where v.id = c.id`.execute(
      db,
    )
  return changed.length
}

/** Adds up what events need of two assignments that become one. @returns how many events named the merged one. */
async function renameInMinimums({ db, clock }: Ctx, { collection, id, into }: Renaming): Promise<number> {
  if (collection !== 'assignments') return 0
  const { rows } = await sql`
    update events e set updated_at = ${clock.now()}, minimums = (
      select jsonb_agg(jsonb_build_object('assignment', m.assignment, 'minimum', least(m.minimum, 1000)) order by m.place) from (
        select case when n.assignment = ${id} then ${into}::bigint else n.assignment end as assignment, sum(n.minimum) as minimum, min(n.place) as place
        from rows from (jsonb_to_recordset(e.minimums) as (assignment bigint, minimum integer)) with ordinality as n (assignment, minimum, place)
        group by 1) m)
    where e.minimums @> ${JSON.stringify([{ assignment: id }])}::jsonb returning e.id`.execute(db)
  return rows.length
}

/** What answers were given about, by the list that it is of. */
const ANSWERED_ABOUT: Partial<Record<string, string>> = {
  locations: 'location',
  assignments: 'assignment',
  roles: 'role',
}

/**
 * Says of answers, questions, searches for cover and offers of waiting lists that they were about the remaining record, so that they count as
 * before.
 */
async function renameInAnswers({ db }: Ctx, { collection, id, into }: Renaming): Promise<void> {
  const field = ANSWERED_ABOUT[collection]
  if (!field) return
  const rename = (table: string, column: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${id}`.execute(db)
  await rename('answers', field)
  await rename('questions', field)
  await rename('covers', `sought_${field}`)
  if (field !== 'assignment') await rename('waitingoffers', field)
}

/** Says of requests that people asked about the remaining location: the place stays the same, so nobody is asked anew. */
async function renameInQuestions({ db }: Ctx, { id, into }: Omit<Renaming, 'collection'>): Promise<void> {
  await sql`update requests set asked_location = ${into} where asked_location = ${id}`.execute(db)
}

/** @returns how many drafts and scheduled messages name the remaining record now. */
async function renameInAudiences({ db, clock }: Ctx, { collection, id, into }: Renaming): Promise<number> {
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'audience'])
    .where('status', 'in', ['draft', 'scheduled'])
    .forUpdate()
    .execute()
  const changed = messages.flatMap((message) => {
    const audience = audienceAfterMerge(message.audience as Record<string, unknown>, collection, id, into)
    return audience ? [{ id: message.id, audience }] : []
  })
  if (changed.length)
    await sql`update messages m set audience = c.audience, updated_at = ${clock.now()}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id bigint, audience jsonb) where m.id = c.id`.execute(
      db,
    )
  return changed.length
}
