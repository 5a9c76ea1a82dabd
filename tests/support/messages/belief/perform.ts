import { setTimeout as pause } from 'node:timers/promises'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { resumeSite, suspendSite } from '#server/platform/sites.ts'
import type { Api } from '#tests/support/api.ts'
import type { World } from '#tests/support/world.ts'
import type { Beliefs } from './beliefs.ts'
import { type Club, LOOKUPS, MEMBERS, type Member } from './club.ts'
import type { Message, Outbox } from './outbox.ts'
import type { Edit, Made, Step } from './steps.ts'
import type { Truth } from './truth.ts'

export type Env = { world: World; api: Api; outbox: Outbox }

type Answer = { status: number; body: Record<string, unknown>; undo: string | null }
type Undo = () => Promise<Made | null>

const [SECOND, MINUTE] = [1_000, 60_000]
const SESSION_MS = 30 * MINUTE

/** Makes the steps of a history at a club by the calls that its screens make. */
export function createPerformer(
  { world, api, outbox }: Env,
  club: Club,
  { gone, isMended }: Pick<Beliefs, 'gone' | 'isMended'>,
) {
  const { site, people, shifts, events, lookups } = club
  const sessions = new Map<number, { headers: Record<string, string>; since: number }>()
  const undos = new Map<number, Undo>()
  const links = new Map<number, { token: string; shift: number }[]>()
  const deleted = new Set<number>()
  let suspended = false

  const headersOf = async (person: number) => {
    const open = sessions.get(person)
    if (open && world.clock.epochMs() - open.since < SESSION_MS) return open.headers
    const headers = await api.signIn(site, people.find(({ id }) => id === person)!)
    sessions.set(person, { headers, since: world.clock.epochMs() })
    return headers
  }
  /** Opens the session of an admin who acts as somebody. */
  const actAs = async (admin: number, member: Member): Promise<Record<string, string>> => {
    const now = world.clock.now()
    await headersOf(admin)
    const own = await one<{ id: string }>(
      'select id from core.sessions where site_id = $1 and person = $2 order by id desc limit 1',
      admin,
    )
    const device = { ip: null, user_agent: null }
    const { access } = await world.withSite(
      site.id,
      (db) =>
        openSession(db, site, { id: member.id, account_id: Number(member.account_id) }, device, now, {
          impersonator: admin,
          parent: Number(own?.id),
        }),
      { access: 'write' },
    )
    return { authorization: `Bearer ${access}` }
  }
  const call = async (person: number | null, method: string, path: string, body?: unknown): Promise<Answer> =>
    ask(person === null ? {} : await headersOf(person), method, path, body)
  const ask = async (
    headers: Record<string, string>,
    method: string,
    path: string,
    body?: unknown,
    tries = 10,
  ): Promise<Answer> => {
    const {
      status,
      text,
      headers: answered,
    } = await api.call(site, { method, path, headers, ...(body !== undefined && { body }) })
    if (status === 503 && tries > 1) {
      await pause(SECOND)
      return ask(headers, method, path, body, tries - 1)
    }
    if (status >= 500) throw new Error(`${method} ${path} answers ${status} ${text}`)
    return { status, body: text ? JSON.parse(text) : {}, undo: answered.get('undo-token') }
  }
  const done = ({ status }: Answer) => status < 300
  const one = async <Row>(query: string, ...values: unknown[]) =>
    (await world.superuser.query(query, [site.id, ...values])).rows[0] as Row | undefined

  /** Deletes a record, as a screen does that has shown what goes with it. */
  const remove = async (by: number, collection: string, id: number): Promise<Answer> => {
    const first = await call(by, 'DELETE', `/${collection}/${id}`)
    return first.status === 409 && typeof first.body.confirm === 'number'
      ? call(by, 'DELETE', `/${collection}/${id}?confirm=${first.body.confirm}`)
      : first
  }

  const valuesOf = (edit: Edit, { start, end }: { start: string; end: string }): Record<string, unknown> => {
    const moved = (at: string, by: number) => new Date(Date.parse(at) + by * MINUTE).toISOString()
    if ('start' in edit)
      return { ...(edit.start !== 0 && { start: moved(start, edit.start) }), end: moved(end, edit.end) }
    if ('person' in edit) return { person: edit.person === null ? null : people[edit.person]!.id }
    if ('location' in edit) return { location: edit.location === null ? null : lookups.locations[edit.location] }
    if ('assignment' in edit)
      return { assignment: edit.assignment === null ? null : lookups.assignments[edit.assignment] }
    return { role: edit.role === null ? null : lookups.roles[edit.role] }
  }

  /** Keeps how a step is undone, if it was made. */
  const made = (
    nth: number,
    answer: Answer,
    result: Made,
    undo?: (by: number) => Promise<Answer>,
    by = result.actor,
  ): Made | null => {
    if (!done(answer)) return null
    if (undo)
      undos.set(nth, async () =>
        by !== null && !deleted.has(by) && done(await undo(by)) ? { ...result, settles: false } : null,
      )
    return result
  }
  const undoing = (collection: string, token: unknown) =>
    token ? (by: number) => call(by, 'POST', `/${collection}/undo`, { token }) : undefined

  /** @returns what was made; null when the step is not possible now. */
  const perform = async (step: Step, nth: number, truth: Truth): Promise<Made | null> => {
    if (step.do === 'site') {
      const wanted = step.status === 'suspended'
      if (wanted === suspended) return null
      await (wanted ? suspendSite : resumeSite)({ pool: world.pool('platform'), now: world.clock.now() }, site.slug)
      suspended = wanted
      return { actor: null }
    }
    if (suspended) return null
    const by = 'by' in step ? people[step.by]!.id : 0
    const shift = 'shift' in step ? shifts[step.shift]! : 0
    const event = 'event' in step ? events[step.event]! : 0
    const is = truth.shifts.get(shift)
    if ('shift' in step && !is) return null
    const member = 'person' in step && step.person !== null ? people[step.person]!.id : 0
    if (deleted.has(member)) return null
    switch (step.do) {
      case 'grid': {
        const [person, was] = [step.person === null ? null : member, is!.person]
        if (person === was) return null
        const put = (to: number | null, from: number | null) => (as: number) =>
          call(as, 'PUT', '/roster/people', { steps: [{ shift, person: to, was: from }] })
        return made(nth, await put(person, was)(by), { actor: by, settles: true }, put(was, person))
      }
      case 'edit':
        return made(nth, await call(by, 'PUT', `/shifts/${shift}`, valuesOf(step.edit, is!.times)), { actor: by })
      case 'bulk': {
        const ids = step.shifts.map((at) => shifts[at]!).filter((id) => truth.shifts.has(id))
        const chosen = 'start' in step.edit ? ids.slice(0, 1) : ids
        if (!chosen.length) return null
        const changes = valuesOf(step.edit, truth.shifts.get(chosen[0]!)!.times)
        const answer = await call(by, 'POST', '/shifts/bulk', { ids: chosen, changes })
        const token = (answer.body.undo as { token: string } | undefined)?.token
        return made(nth, answer, { actor: by, settles: true }, undoing('shifts', token))
      }
      case 'rename':
        return made(nth, await call(by, 'PUT', `/events/${event}`, { name: step.name }), { actor: by, ofEvent: true })
      case 'place': {
        const location = lookups.locations[step.location]
        return made(nth, await call(by, 'PUT', `/events/${event}`, { location }), { actor: by, ofEvent: true })
      }
      case 'move': {
        const times = await one<{ start: Date; end: Date }>(
          'select start, "end" from core.events where site_id = $1 and id = $2',
          event,
        )
        if (!times) return null
        const moved = (at: Date) => new Date(at.getTime() + step.hours * 60 * MINUTE).toISOString()
        const body = { start: moved(times.start), end: moved(times.end), shifts: 'move' }
        return made(nth, await call(by, 'PUT', `/events/${event}`, body), { actor: by })
      }
      case 'publish': {
        const answer = await call(by, 'PUT', '/roster/publish', { events: [event], shifts: [] })
        const { shifts: ids, at } = answer.body
        const undo = (as: number) => call(as, 'PUT', '/roster/publish/undo', { shifts: ids, at })
        return made(nth, answer, { actor: by, settles: true }, undo)
      }
      case 'publish one':
      case 'unpublish': {
        const verb = step.do === 'unpublish' ? 'unpublish' : 'publish'
        return made(nth, await call(by, 'PUT', `/shifts/${shift}/${verb}`), { actor: by })
      }
      case 'remove shift': {
        const answer = await remove(by, 'shifts', shift)
        return made(nth, answer, { actor: by, settles: true }, undoing('shifts', answer.undo))
      }
      case 'remove event': {
        const answer = await remove(by, 'events', event)
        return made(nth, answer, { actor: by, settles: true }, undoing('events', answer.undo))
      }
      case 'remove lookup': {
        const name = LOOKUPS[step.table][step.nth]!
        const answer = await remove(by, step.table, lookups[step.table][step.nth]!)
        if (done(answer)) gone.add(name)
        const undo = undoing(step.table, answer.undo)
        return made(
          nth,
          answer,
          // Deleting it shows none of the shifts that it is on.
          { actor: null },
          undo &&
            (async (as) => {
              const back = await undo(as)
              if (done(back)) gone.delete(name)
              return back
            }),
          by,
        )
      }
      case 'decide': {
        const was = await one<{ decision: string | null }>(
          'select decision from core.events where site_id = $1 and id = $2',
          event,
        )
        if (!was || was.decision === step.decision) return null
        const decide = (decision: string | null) => (as: number) =>
          call(as, 'PUT', `/events/${event}/decide`, { decision })
        return made(nth, await decide(step.decision)(by), { actor: by, settles: true }, decide(was.decision))
      }
      case 'undo': {
        const undo = undos.get(step.of)
        undos.delete(step.of)
        return undo ? undo() : null
      }
      case 'answer': {
        const { person: me, answer: was } = is!
        if (me === null) return null
        const { answer, cover, release } = step
        const put = (body: object) => (as: number) => call(as, 'PUT', `/shifts/${shift}/answer`, body)
        const back = was === 'confirmed' || was === 'asked' ? put({ answer: was }) : undefined
        const result = { actor: me, saw: [shift], answered: [shift], settles: true }
        return made(nth, await put({ answer, cover, release })(me), result, release ? undefined : back)
      }
      case 'hand': {
        const { answer } = step
        return is!.person === null || is!.person === by
          ? null
          : made(nth, await call(by, 'PUT', `/shifts/${shift}/answer`, { answer }), { actor: null, answered: [shift] })
      }
      case 'link': {
        const link = (links.get(member) ?? [])[step.back]
        if (!link) return null
        const answer = await call(null, 'POST', `/answers/${link.token}`, { answer: step.answer, shift: link.shift })
        return made(nth, answer, { actor: member, saw: [link.shift], answered: [link.shift] })
      }
      case 'take':
        return made(
          nth,
          await call(member, 'PUT', `/shifts/${shift}/take`),
          { actor: member, saw: [shift], answered: [shift], settles: true },
          (as) => call(as, 'PUT', `/shifts/${shift}/give_back`),
        )
      case 'seek':
        return made(nth, await call(by, 'POST', '/covers', { shift }), { actor: null, answered: [shift] })
      case 'ask': {
        const cover = await one<{ id: string }>(
          `select id from core.covers where site_id = $1 and shift = $2 and state in ('searching', 'paused', 'exhausted') order by id desc limit 1`,
          shift,
        )
        return cover
          ? made(nth, await call(by, 'POST', `/covers/${cover.id}/ask`, { people: [member] }), { actor: null })
          : null
      }
      case 'cover': {
        const ask = await one<{ id: string; shift: number }>(
          `select a.id, c.shift::int from core.coverasks a join core.covers c on c.site_id = a.site_id and c.id = a.cover
          where a.site_id = $1 and a.person = $2 and a.answer is null order by a.id desc limit 1`,
          member,
        )
        return ask
          ? made(nth, await call(member, 'PUT', `/coverasks/${ask.id}/answer`, { answer: step.answer }), {
              actor: member,
              ...(step.answer === 'yes' ? { saw: [ask.shift], answered: [ask.shift] } : { refused: ask.shift }),
            })
          : null
      }
      case 'hand over':
      case 'swap': {
        if (is!.person === null) return null
        const other = step.do === 'swap' ? { for: shifts[step.for] } : { to: people[step.to]!.id }
        const kind = step.do === 'swap' ? 'swap' : 'hand_over'
        return made(nth, await call(is!.person, 'POST', '/swaps', { shift, kind, ...other }), {
          actor: is!.person,
          saw: [shift],
        })
      }
      case 'agree': {
        const swap = await one<{ id: string }>(
          `select w.id from core.swap_parts p join core.swap_circles c on c.site_id = p.site_id and c.id = p.circle
          join core.swaps w on w.site_id = p.site_id and w.circle = p.circle
          where p.site_id = $1 and p.person = $2 and p.accepted is null and c.state = 'proposed' order by w.id desc limit 1`,
          member,
        )
        return swap
          ? made(nth, await call(member, 'PUT', `/swaps/${swap.id}/${step.yes ? 'accept' : 'decline'}`), {
              actor: member,
            })
          : null
      }
      case 'sign up':
        return made(nth, await call(member, 'POST', '/requests', { event }), { actor: null })
      case 'assign request': {
        const request = await one<{ id: string }>(
          'select id from core.requests where site_id = $1 and event = $2 order by id desc limit 1',
          is!.event,
        )
        return request
          ? made(nth, await call(by, 'PUT', `/requests/${request.id}/assign`, { shift, publish: true }), {
              actor: by,
              settles: true,
            })
          : null
      }
      case 'wait': {
        const shown = await one<{ assignment: number | null }>(
          'select assignment::int from core.shifts where site_id = $1 and id = $2',
          shift,
        )
        return shown?.assignment
          ? made(nth, await call(member, 'POST', '/waiting', { event: is!.event, assignment: shown.assignment }), {
              actor: null,
            })
          : null
      }
      case 'accept place': {
        const place = await one<{ id: string; shift: number }>(
          `select w.id, o.shift::int from core.waiting w join core.waitingoffers o on o.site_id = w.site_id and o.waiting = w.id
          where w.site_id = $1 and w.person = $2 and o.ended is null order by o.id desc limit 1`,
          member,
        )
        return place
          ? made(nth, await call(member, 'PUT', `/waiting/${place.id}/accept`), {
              actor: member,
              saw: [place.shift],
              answered: [place.shift],
            })
          : null
      }
      case 'act as': {
        const headers = await actAs(by, people[step.person]!)
        const answer =
          step.what === 'take'
            ? ask(headers, 'PUT', `/shifts/${shift}/take`)
            : ask(headers, 'PUT', `/shifts/${shift}/answer`, { answer: step.what })
        return made(nth, await answer, { actor: null, answered: [shift], inTheirName: true, settles: true })
      }
      case 'settings':
        return made(nth, await call(by, 'PUT', '/organisations/current', step.change), { actor: null })
      case 'remove person': {
        const answer = await remove(by, 'people', member)
        if (done(answer)) deleted.add(member)
        const undo = undoing('people', answer.undo)
        return made(
          nth,
          answer,
          { actor: by, settles: true },
          undo &&
            (async (as) => {
              const back = await undo(as)
              if (done(back)) deleted.delete(member)
              return back
            }),
        )
      }
      case 'active':
        return made(nth, await call(by, 'PUT', `/people/${member}`, { is_active: step.active }), {
          actor: null,
          ...(!step.active && { replaced: member }),
        })
      case 'mails': {
        const { email_uid } = people[step.person]!
        const body = { email_notifications: step.on, email_reminders: step.on }
        return made(nth, await call(null, 'PUT', `/emailsettings/${email_uid}`, body), { actor: null })
      }
      case 'texts':
        return made(nth, await call(people[MEMBERS]!.id, 'PUT', `/people/${member}`, { sms_notifications: step.on }), {
          actor: null,
        })
      case 'unblock': {
        const answer = await call(by, 'PUT', `/people/${member}/unblock`, { channel: 'email' })
        if (done(answer)) isMended(member)
        return made(nth, answer, { actor: null })
      }
      case 'refuse':
      case 'bounce':
        outbox.trouble.set(people[step.person]!.email, step.do)
        return { actor: null }
    }
  }

  /** Keeps the links that a message brought. */
  const gets = (person: number, { link, items }: Message) => {
    if (link && items[0])
      links.set(person, [{ token: link, shift: items[0].shift }, ...(links.get(person) ?? [])].slice(0, 5))
  }
  return { perform, gets, isSuspended: () => suspended }
}

export type Performer = ReturnType<typeof createPerformer>
