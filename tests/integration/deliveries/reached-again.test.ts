import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { answerAsk } from '#server/cover/answer.ts'
import { askPeopleNow, startSearch } from '#server/cover/control.ts'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import { decideEvent } from '#server/events/decide/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { changeShift, makeRoster, makeShift, messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/messages/reminders.ts'
import { adminActor, SYSTEM } from '#tests/support/world.ts'

const START = Date.parse('2027-06-01T12:00Z')
const IN_JUNE = '2027-06-20T09:00Z'

/** `texts`: the answer of a phone to a text. */
type Reach = { people?: Record<string, unknown>; sites?: Record<string, unknown>; texts?: 'stop' | 'start' }

/** Why no message reaches a person, and the remedy. `returns`: the message was sent, and bounced. */
const WAYS: Record<string, { from: Reach; to: Reach; returns?: true }> = {
  'get an address in place of a wrong one': {
    from: { people: { sms_notifications: false } },
    to: { people: { email: 'mended@club.example' } },
    returns: true,
  },
  'get an address': {
    from: { people: { email: '', sms_notifications: false } },
    to: { people: { email: 'mended@club.example' } },
  },
  'turn notices on': {
    from: { people: { email_notifications: false, sms_notifications: false } },
    to: { people: { email_notifications: true } },
  },
  'turn texts on': {
    from: { people: { email: '', sms_notifications: false } },
    to: { people: { sms_notifications: true } },
  },
  'answer START after a STOP': { from: { people: { email: '' }, texts: 'stop' }, to: { texts: 'start' } },
  'are active again': { from: { people: { is_active: false } }, to: { people: { is_active: true } } },
  'get texts since their club sends some': {
    from: { people: { email: '' }, sites: { sms_enabled: false } },
    to: { sites: { sms_enabled: true } },
  },
  'have a club that is active again': {
    from: { sites: { status: 'suspended' } },
    to: { sites: { status: 'active' } },
  },
}

type Club = {
  give: (person: number | null) => Promise<void>
  move: () => Promise<void>
  decide: (decision: 'off' | 'go') => Promise<void>
  cover: () => Promise<void>
  person: number
  helper: number
}

/** The changes after the first message. `later`: the message that tells of them afterwards. */
const CHANGES: Record<
  string,
  { knows: boolean; off?: true; asked?: true; later?: string; happens: (club: Club) => Promise<void> }
> = {
  'shift.assigned': { knows: false, happens: ({ give, person }) => give(person) },
  'shift.changed': { knows: true, happens: ({ move }) => move() },
  'shift.cancelled': { knows: true, happens: ({ give }) => give(null) },
  'cover.found': { knows: true, later: 'shift.cancelled', happens: ({ cover }) => cover() },
  'cover.taken': { knows: false, asked: true, happens: ({ give, helper }) => give(helper) },
  'event.called_off': { knows: true, happens: ({ decide }) => decide('off') },
  'event.back_on': { knows: true, off: true, happens: ({ decide }) => decide('go') },
}

const test = base
  .extend('roster', ({ world, reminders }) => {
    reminders.at('2027-06-01T12:00Z')
    return makeRoster(world, { person: { email_reminders: false }, site: { reminder_offsets: [] } })
  })
  /** Sends what is due so many minutes after noon. @returns the kinds, by address or number. */
  .extend('sentAt', ({ world }) => async (minutes: number) => {
    world.clock.set(new Date(START + minutes * 60_000))
    const { messaging, transports } = messagingFor(world)
    await messaging.plan()
    await messaging.stop()
    return [...transports.email.sent, ...transports.sms.sent]
  })

const cases = Object.keys(WAYS)
  .flatMap((way) => Object.keys(CHANGES).map((kind) => ({ way, kind })))
  .filter(({ way, kind }) => !(WAYS[way]?.returns && CHANGES[kind]?.asked))

test.for(cases)('people who $way get $kind once', async ({ way, kind }, { world, roster, sentAt }) => {
  const { site, person, event } = roster
  const { knows, off, asked, later = kind, happens } = CHANGES[kind]!
  const { from, to, returns } = WAYS[way]!
  const admin = await world.makePerson(site, { role: 'admin' })
  const helper = await world.makePerson(site)
  const shift = await makeShift(world, roster, IN_JUNE, { person: knows ? person.id : null })
  if (knows) await tell(world, site, shift, person)
  const ask = (who: number) =>
    world.act(site, adminActor(admin), async (ctx) => {
      const { id } = await startSearch(ctx, shift)
      await askPeopleNow(ctx, id, [who])
      return id
    })
  const club: Club = {
    give: (to) => changeShift(world, site, shift, { person: to }),
    move: () => changeShift(world, site, shift, { start: '2027-06-20T07:00Z' }),
    decide: (decision) => world.act(site, adminActor(admin), (ctx) => decideEvent(ctx, event, { decision })),
    cover: async () => {
      const search = await ask(helper.id)
      const { rows } = await world.superuser.query<{ id: string }>('select id from core.coverasks where cover = $1', [
        search,
      ])
      await world.act(site, SYSTEM, (ctx) => answerAsk(ctx, Number(rows[0]?.id), 'yes', 'link'))
    },
    person: person.id,
    helper: helper.id,
  }
  const reach = async ({ people = {}, sites = {}, texts }: Reach) => {
    for (const [column, value] of Object.entries(people))
      await world.act(site, SYSTEM, ({ db }) =>
        sql`update people set ${sql.ref(column)} = ${value} where id = ${person.id}`.execute(db),
      )
    for (const [column, value] of Object.entries(sites))
      await world.superuser.query(`update core.sites set ${column} = $2 where id = $1`, [site.id, value])
    if (!texts) return
    const { rows } = await world.superuser.query('select phone from core.people where id = $1', [person.id])
    const event = { kind: texts, id: randomUUID(), phone: rows[0].phone, at: world.clock.now() }
    await recordProviderEvent({ pool: world.pool('app') }, event)
  }
  const read = async (minutes: number) =>
    (await sentAt(minutes))
      .filter((one) => one.site === site.id && ![admin.email, helper.email].includes(one.to))
      .map((one) => one.kind)
  if (off) await club.decide('off')
  if (asked) await ask(person.id)
  await read(5)
  await reach(from)
  await happens(club)
  expect(await read(10)).toEqual(returns ? [kind] : [])
  if (returns)
    await world.superuser.query(`update core.deliveries set state = 'bounced' where person = $1 and kind = $2`, [
      person.id,
      kind,
    ])
  await reach(to)
  // Messages of a suspended club wait for it.
  expect(new Set(await read(15))).toEqual(new Set([from.sites?.status ? kind : later]))
  expect(await read(20), 'once').toEqual([])
})

test.for(['an admin', 'themselves'] as const)(
  'someone whose texts are turned on by %s hears what they missed',
  async (by, { world, roster, sentAt }) => {
    const { site, person } = roster
    const reached = { phone: '+447700900103', sms_verified: true }
    const me = await world.makePerson(site, { role: 'admin', email: '', ...reached, sms_notifications: false })
    await changeShift(world, site, await makeShift(world, roster, IN_JUNE, { person: person.id }), { person: me.id })
    const read = async (minutes: number) => (await sentAt(minutes)).filter(({ to }) => to === reached.phone)
    expect(await read(5)).toEqual([])
    const actor = adminActor(by === 'themselves' ? me : await world.makePerson(site, { role: 'admin' }))
    const texts = { id: me.id, sms_notifications: true }
    await world.act(site, actor, (ctx) => createProductCollections().update(ctx, 'people', texts))
    expect((await read(10)).map(({ kind }) => kind)).toEqual(['shift.assigned'])
  },
)

test('someone who gave their shift to another just before their club was suspended hears nothing of it', async ({
  world,
  roster,
  sentAt,
}) => {
  const { site, person } = roster
  const me = await world.makePerson(site, { role: 'admin' })
  const shift = await makeShift(world, roster, IN_JUNE, { person: me.id })
  await tell(world, site, shift, me)
  await changeShift(world, site, shift, { person: person.id }, adminActor(me))
  const setStatus = (status: string) =>
    world.superuser.query('update core.sites set status = $2 where id = $1', [site.id, status])
  await setStatus('suspended')
  expect(await sentAt(5)).toEqual([])
  await setStatus('active')
  const sent = await sentAt(10)
  expect(sent.map(({ kind, to }) => [kind, to])).toContainEqual(['shift.assigned', person.email])
  expect(sent.filter(({ to }) => to === me.email)).toEqual([])
})
