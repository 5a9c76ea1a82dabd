import type { ListRecord } from '#app/collections/list-view.ts'
import { PAGE_SIZES } from '#app/collections/page-sizes.ts'
import { idFrom } from '#app/http/parse.ts'
import { type ScreenRequest, screen } from '#app/http/screen.ts'
import { readPendingEmail } from '#server/accounts/emails/pending-email.ts'
import { invitationOf } from '#server/accounts/invitations/commands.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { SHOWN } from '#server/messages/history/contract.ts'
import { readPersonMessages } from '#server/messages/history/queries.ts'
import { isEmailConfirmed } from '#server/people/blocked/queries.ts'
import { people } from '#server/people/contract.ts'
import { listEndangeredShifts } from '#server/people/page/papers.ts'
import { listTrail, readPersonFacts } from '#server/people/page/queries.ts'
import { readRegistration } from '#server/people/registrations.ts'
import { listFormerHours } from '#server/shifts/hours/former.ts'
import type { ListedRecords, PersonData, PersonTab, TabData } from '../person/person-data.ts'

type Engine = ScreenRequest['app']['collections']
type Query = Record<string, string>

export const personPage = (tab: PersonTab) =>
  screen<PersonData>({
    requires: 'admin',
    load: async (ctx, { params, url, app }) => {
      const engine = app.collections
      const id = idFrom(params.pk)
      const person = await engine.records(people).get(ctx, id)
      const { [id]: facts } = await readPersonFacts(ctx, [id])
      if (!facts) throw new Error('A requested person has no facts.')
      const invitation = await invitationOf(ctx.db, id)
      const registration = person.role === 'new' ? await readRegistration(ctx.db, id) : null
      const confirmed = person.email_blocked ? await isEmailConfirmed(ctx.db, id) : false
      return {
        ...(await LOADERS[tab](ctx, engine, person, url.searchParams)),
        facts,
        invitation,
        registration,
        confirmed,
      }
    },
  })

async function listed(
  ctx: Ctx,
  engine: Engine,
  collection: string,
  query: Query,
  options?: { withVersions: boolean },
): Promise<ListedRecords> {
  return engine.readPage<ListRecord>(ctx, collection, query, options)
}

type Loader = (ctx: Ctx, engine: Engine, person: ListRecord, search: URLSearchParams) => Promise<TabData>

const mostOf = (search: URLSearchParams, word: string) => (search.get(word) === 'all' ? '-1' : '100')

const today = (ctx: Ctx) => ctx.clock.now().toISOString()

const LOADERS: Record<PersonTab, Loader> = {
  info: async (ctx, engine, person) => ({
    tab: 'info',
    person,
    contract: engine.plain('people'),
    pendingEmail: (await readPendingEmail(ctx.db, person.id, ctx.clock.now()))?.email ?? null,
    fields: await listed(ctx, engine, 'profilefields', { archived: 'false', limit: '-1' }),
    entries: await listed(ctx, engine, 'profileentries', { person: String(person.id), limit: '-1' }),
    days: await listed(ctx, engine, 'availability', { person: String(person.id), end__gte: today(ctx), limit: '7' }),
    trail: await listTrail(ctx.db, person.id),
    endangered: await listEndangeredShifts(ctx, person.id),
    next: await listed(ctx, engine, 'shifts', {
      person: String(person.id),
      expand: 'event,assignment,role',
      end__gte: today(ctx),
      sort: 'start',
      limit: '3',
    }),
  }),
  shifts: async (ctx, engine, person, search) => {
    const size = PAGE_SIZES.find((limit) => String(limit) === search.get('limit')) ?? PAGE_SIZES[0]
    const page = Math.max(1, Math.min(100_000, Math.trunc(Number(search.get('page'))) || 1))
    const own = { person: String(person.id), expand: 'event,assignment,role,location' }
    return {
      tab: 'shifts',
      person,
      upcoming: await listed(ctx, engine, 'shifts', {
        ...own,
        end__gte: today(ctx),
        sort: 'start',
        limit: mostOf(search, 'ahead'),
      }),
      past: await listed(ctx, engine, 'shifts', {
        ...own,
        end__lt: today(ctx),
        sort: '-start',
        limit: String(size),
        ...(size > 0 && { offset: String((page - 1) * size) }),
      }),
      former: await listFormerHours(ctx.db, person.id),
      size,
      page,
    }
  },
  records: async (ctx, engine, person) => ({
    tab: 'records',
    person,
    endangered: await listEndangeredShifts(ctx, person.id),
    records: await listed(
      ctx,
      engine,
      'records',
      { person: String(person.id), expand: 'competency,training', sort: '-achieved', limit: '-1' },
      { withVersions: true },
    ),
  }),
  emails: async (ctx, _engine, person, search) => ({
    tab: 'emails',
    person,
    messages: await readPersonMessages(ctx, person.id, {
      shown: SHOWN.find((one) => one === search.get('show')) ?? 'all',
      offset: Math.max(0, Math.min(100_000, Math.trunc(Number(search.get('offset'))) || 0)),
    }),
  }),
}
