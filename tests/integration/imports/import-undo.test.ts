import { describe, expect } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { undoImport } from '#server/imports/undo.ts'
import { publishEvent } from '#server/publishing/commands.ts'
import { fixture, input } from '#tests/support/import-files.ts'
import { test } from '#tests/support/imports.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'

describe('an undo', () => {
  const file = () => input('season', 'date,start,end,event,duty,location\n2027-05-01,10:00,12:00,Race,Helm,Slip\n')

  test('is refused when people have used the new records, and then changes nothing', async ({
    world,
    club,
    contents,
  }) => {
    const since = [
      [
        'its shifts are published',
        (site: Site) => world.superuser.query('update core.shifts set draft = now() where site_id = $1', [site.id]),
      ],
      [
        'its events have requests',
        async (site: Site) => {
          const person = await world.makePerson(site)
          await world.superuser.query(
            'insert into core.requests (site_id, event, person) select site_id, id, $2 from core.events where site_id = $1',
            [site.id, person.id],
          )
        },
      ],
      [
        'its events have other shifts',
        (site: Site) =>
          world.superuser.query(
            'insert into core.shifts (site_id, event, start, "end") select site_id, id, start, "end" from core.events where site_id = $1',
            [site.id],
          ),
      ],
    ] as const
    for (const [reason, work] of since) {
      const { site, apply, act } = await club()
      const { id } = await apply(file())
      await work(site)
      const before = await contents(site)
      await expect(act((ctx) => undoImport(ctx, id!))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(reason),
      })
      expect(await contents(site)).toEqual(before)
    }
  })
  test('is refused when a changed value was changed again', async ({ club, world, count }) => {
    const { site, apply, act } = await club()
    const person = await world.makePerson(site)
    const { id } = await apply(input('people', `name,email\nFirst,${person.email}\n`))
    await world.superuser.query("update core.people set name = 'Second' where id = $1", [person.id])
    await expect(act((ctx) => undoImport(ctx, id!))).rejects.toThrow('people it changed have been changed again')
    expect(await count(site, "people t where name = 'Second'")).toBe(1)
  })
  test('restores the times of shifts that the changed sheet moved', async ({ club, world, contents }) => {
    const { site, apply, act } = await club()
    const dana = await world.makePerson(site, { name: 'Dana North' })
    const sheet = (name: string) =>
      input('season', fixture(`cases/${name}`).toString().replace('dana@example.org', dana.email))
    await apply(sheet('retimed-1'))
    const { rows } = await world.superuser.query('select id::int from core.events where site_id = $1', [site.id])
    await act((ctx) => publishEvent(ctx, rows[0].id))
    const before = await contents(site, ['events', 'shifts'])
    const { id, counts } = await apply(sheet('retimed-2'))
    expect(counts).toMatchObject({ create: 0, update: 1 })
    const times = (rows: Record<string, unknown[]>) =>
      [rows.events, rows.shifts].map((all) => {
        const [{ start, end }] = all as [{ start: string; end: string }]
        return [start, end].map((at) => new Date(at).toISOString().slice(11, 16))
      })
    const moved = await contents(site, ['events', 'shifts'])
    expect(times(moved)).toEqual([
      ['09:00', '12:00'],
      ['09:00', '12:00'],
    ])
    expect((await apply(sheet('retimed-2'))).id).toBeNull()
    await act((ctx) => undoImport(ctx, id!))
    expect(times(await contents(site, ['events', 'shifts']))).toEqual(times(before))
  })
  test('in its window notifies no one, and later once', async ({ club, world }) => {
    const { site, apply, act } = await club()
    const dana = await world.makePerson(site, { name: 'Dana North' })
    const sheet = (name: string) =>
      input('season', fixture(`cases/${name}`).toString().replace('dana@example.org', dana.email))
    await apply(sheet('retimed-1'))
    const { rows } = await world.superuser.query('select id::int from core.events where site_id = $1', [site.id])
    await act((ctx) => publishEvent(ctx, rows[0].id))
    const { messaging, transports } = messagingFor(world)
    const heard = async (seconds: number) => {
      world.clock.setOffsetMs(world.clock.offsetMs() + seconds * 1_000)
      transports.email.sent.length = 0
      await messaging.plan()
      return transports.email.sent.flatMap((mail) => (mail.site === site.id ? [mail.kind] : []))
    }
    const offset = world.clock.offsetMs()
    try {
      expect(await heard(30)).toEqual(['shift.assigned'])
      const { id } = await apply(sheet('retimed-2'))
      expect(await heard(10)).toEqual([])
      await act((ctx) => undoImport(ctx, id!))
      expect([...(await heard(10)), ...(await heard(60))]).toEqual([])
      const { id: again } = await apply(sheet('retimed-2'))
      expect(await heard(10)).toEqual([])
      expect(await heard(30)).toEqual(['shift.changed'])
      await act((ctx) => undoImport(ctx, again!))
      expect(await heard(10)).toEqual([])
      expect(await heard(30)).toEqual(['shift.changed'])
    } finally {
      world.clock.setOffsetMs(offset)
      await messaging.stop()
    }
  })
  test('keeps names that are in use elsewhere', async ({ club, world, contents }) => {
    const { site, apply, act } = await club()
    const { id } = await apply(file())
    await world.superuser.query(
      `insert into core.events (site_id, name, location, start, "end") select site_id, 'Other', id, '2027-06-01T10:00Z', '2027-06-01T11:00Z' from core.locations where site_id = $1`,
      [site.id],
    )
    await act((ctx) => undoImport(ctx, id!))
    const left = await contents(site)
    expect([left.events!.length, left.shifts!.length, left.locations!.length, left.assignments!.length]).toEqual([
      1, 0, 1, 0,
    ])
  })
  test('ends after 24 hours, and knows no other site', async ({ club, world }) => {
    const { apply, act } = await club()
    const { id } = await apply(file())
    const other = await club()
    await expect(other.act((ctx) => undoImport(ctx, id!))).rejects.toMatchObject({ code: 'not_found' })
    world.clock.setOffsetMs(24 * 3_600_000 + 60_000)
    try {
      await expect(act((ctx) => undoImport(ctx, id!))).rejects.toThrow('can be undone for 24 hours')
    } finally {
      world.clock.setOffsetMs(0)
    }
    await act((ctx) => undoImport(ctx, id!))
  })
})
