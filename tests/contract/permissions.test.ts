import { describe, expect } from 'vitest'
import type { Declaration, Row } from '#server/engine/collections/define.ts'
import { type PermissionRow, permissionTable } from '#server/engine/collections/permission-table.ts'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { createMoorings, mooringsCollection } from '#tests/support/collections/every-collection.ts'
import { callerOf, makeRecords, outcome, sampleObject, shapeOf } from '#tests/support/collections/samples.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { memberActor, recentAdmin } from '#tests/support/world.ts'

const engine = createProductCollections([...COLLECTIONS, mooringsCollection])
const TABLE = permissionTable(engine.declarations)

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('me', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site))
  .extend(
    'boss',
    { scope: 'file', auto: true },
    async ({ world, site }) => await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend('admin', { scope: 'file', auto: true }, ({ world, site, boss }) => callerOf(world, engine, site, boss))
  .extend('callers', { scope: 'file' }, ({ admin, world, site, me }) => ({
    admin,
    user: callerOf(world, engine, site, memberActor(me)),
    key: callerOf(world, engine, site, { kind: 'key', id: 1, scope: 'write' }),
    'key (read)': callerOf(world, engine, site, { kind: 'key', id: 1, scope: 'read' }),
    kiosk: callerOf(world, engine, site, { kind: 'kiosk', id: 1, name: 'Door' }),
    nobody: callerOf(world, engine, site, { kind: 'nobody' }),
  }))
  .extend(
    'mine',
    { scope: 'file' },
    ({ me }) =>
      ({ contract }: Declaration): Row =>
        contract.fields.person ? { person: me.id } : {},
  )
  .extend('read', { scope: 'file' }, ({ admin }) => async (name: string, id: number) => {
    return shapeOf(await admin('GET', name, { segments: [String(id)] })).results[name]?.[id] as Row & { id: number }
  })
  .extend('ownRecords', { scope: 'file' }, ({ read, me, admin }) => async ({ contract }: Declaration) => {
    const { name } = contract
    if (name === 'people') return [(await read(name, me.id)) as Row & { id: number }]
    const made = await makeRecords(engine, admin, name, 2)
    if (contract.fields.person && !contract.fields.person.readOnly && made[0]) {
      const { status } = await outcome(admin('PUT', name, { body: { id: made[0].id, person: me.id } }))
      if (status === 200) return [await read(name, made[0].id), ...made.slice(1)]
    }
    return made
  })

test.beforeAll(async ({ world }) => {
  await createMoorings(world.superuser)
})

/**
 * What a member may read and write (docs/rules.md, "Access roles"), written by hand: a declaration that changes it must
 * change this, too. `own` is read on the member's own rows only. Unnamed collections and fields are closed. Names of
 * competencies and training are open, since own records point to them.
 */
const MEMBER: Record<string, { read: string; own?: string; create?: string; update?: string }> = {
  people: {
    read: 'id name avatar',
    own: `email role is_active phone sms_verified email_notifications email_reminders email_newsletters sms_notifications
      settings joined last_login tags hide_verify_phone cover_requests`,
    update: 'name hide_verify_phone',
  },
  roles: { read: 'id name order details required_competencies archived' },
  assignments: { read: 'id name order details required_competencies waiting_list archived' },
  locations: { read: 'id name address order details archived' },
  eventtypes: { read: 'id name color order default_duration archived' },
  events: {
    read: `id name series eventtype start end location color event_url details contact archived external organisation minimum minimums decide_at decision`,
  },
  series: { read: 'id name details start end consecutive archived' },
  shifts: {
    read: 'id event person role assignment location start end modified_start modified_end draft answer outside',
    own: 'actual_start actual_end hours notes nudged answered_at answered_by answer_reason',
  },
  requests: {
    read: `id event person comments assignment role location modified_start modified_end new series actioned declined_at declined_reason made`,
    create: 'event person comments assignment role location modified_start modified_end new',
    update: 'comments assignment role location modified_start modified_end',
  },
  covers: { read: 'id shift person state rung next_rung_at covered_by asks started_by started_at ended_at' },
  coverasks: { read: 'id cover person asked_at answer answered_at channel' },
  availability: {
    read: 'id person date start end available',
    create: 'person date start end available',
    update: 'person date start end available',
  },
  news: { read: 'id title content author posted show_until pinned' },
  profilefields: {
    read: 'id display_name kind choices order required user_visible user_editable archived',
  },
  profileentries: { read: 'id entry_type person value', create: 'entry_type person value', update: 'value' },
  competencies: { read: 'id name valid_months archived' },
  training: { read: 'id name competency archived' },
  records: { read: 'id person competency training achieved expires current' },
}

test.each(COLLECTIONS.map(({ contract }) => contract.name))(
  'a member and %s: exactly the rights written by hand',
  (name) => {
    const rows = TABLE.filter((row) => row.collection === name && row.standing === 'user')
    const having = (is: (row: PermissionRow) => boolean) =>
      rows
        .filter(is)
        .map(({ field }) => field)
        .sort()
    const words = (text = '') => text.split(/\s+/).filter(Boolean).sort()
    const { read, own, create, update } = MEMBER[name] ?? {}
    expect(
      {
        read: having((row) => row.read === 'all' || row.read === 'some'),
        own: having((row) => row.read === 'own'),
        create: having((row) => row.create),
        update: having((row) => row.update),
      },
      'If it is meant, say it in `MEMBER` above.',
    ).toEqual({ read: words(read), own: words(own), create: words(create), update: words(update) })
  },
)

test('kiosks and visitors have no field of any collection, and a reading key writes none', () => {
  for (const row of TABLE) {
    if (row.standing === 'kiosk' || row.standing === 'nobody') expect(row).toMatchObject({ read: 'none' })
    if (['kiosk', 'nobody', 'key (read)'].includes(row.standing))
      expect(row).toMatchObject({ create: false, update: false })
  }
  expect(new Set(TABLE.map(({ collection }) => collection))).toEqual(
    new Set([...COLLECTIONS, mooringsCollection].map(({ contract }) => contract.name)),
  )
})

describe.each(engine.declarations.map((d) => [d.contract.name, d] as const))('%s', (name, declaration) => {
  const rowsOf = (standing: PermissionRow['standing']) =>
    TABLE.filter((row) => row.collection === name && row.standing === standing)

  test.for(['admin', 'user', 'key', 'key (read)', 'kiosk', 'nobody'] as const)(
    '%s',
    async (standing, { callers, ownRecords, admin, mine }) => {
      const call = callers[standing]
      const rights = rowsOf(standing)
      const records = await ownRecords(declaration)
      const answer = await call('GET', name, { query: { limit: '-1' } }).then(shapeOf, () => null)
      const readable = rights.filter(({ read }) => read !== 'none').map(({ field }) => field)
      expect(answer !== null).toBe(readable.length > 0)
      for (const record of Object.values(answer?.results[name] ?? {}))
        expect(
          Object.keys(record).filter((key) => !readable.includes(key) && !declaration.reveals.includes(key)),
        ).toEqual([])
      const target = records[0]
      const sample: Row = await sampleObject(engine, admin, declaration)
      for (const { field, create, update } of rights) {
        if (declaration.contract.fields[field]?.readOnly) continue
        const body = { ...mine(declaration), [field]: sample[field] }
        const made = await outcome(call('POST', name, { body: pick(body, rights, field) }))
        if (!create) expect([401, 403], `create ${field} → ${made.status}`).toContain(made.status)
        else expect([200, 400, 403], `create ${field} → ${made.status}`).toContain(made.status)
        if (!target || update) continue
        const current = JSON.stringify(target[field])
        const other = differing(sample[field], target[field])
        if (JSON.stringify(other) === current) continue
        const changed = await outcome(call('PUT', name, { body: { id: target.id, [field]: other } }))
        expect([401, 403, 404], `update ${field} → ${changed.status}`).toContain(changed.status)
      }
      if (rights.some(({ update }) => update) && target && answer?.results[name]?.[target.id]) {
        const { field } = rights.find(({ update, field }) => update && target[field] !== undefined) ?? { field: 'id' }
        const { status } = await outcome(
          call('PUT', name, { body: { id: target.id, [field]: target[field], no_such_field: 1 } }),
        )
        expect([200, 400], `update ${field}, with one that is not known`).toContain(status)
      }
    },
  )
})

const pick = (body: Row, rights: readonly PermissionRow[], field: string): Row =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([key]) => key === field || (key === 'person' && rights.some((r) => r.field === 'person' && r.create)),
    ),
  )

const differing = (value: unknown, current: unknown) =>
  JSON.stringify(value) !== JSON.stringify(current)
    ? value
    : typeof value === 'boolean'
      ? !value
      : typeof value === 'number'
        ? value + 1
        : `${value} other`
