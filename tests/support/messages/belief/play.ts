import { tellByAct } from '#server/deliveries/told.ts'
import { SYSTEM, type World } from '#tests/support/world.ts'
import { type Beliefs, createBeliefs, type Fault } from './beliefs.ts'
import { type Club, makeClubs } from './club.ts'
import type { Message } from './outbox.ts'
import { createPerformer, type Env, type Performer } from './perform.ts'
import type { History } from './steps.ts'
import { changedShifts, holds, readTruth, type Truth } from './truth.ts'

/** What came of a history: its first faults, and after which step; `made` says which of its steps were possible. */
export type Outcome = { faults: Fault[]; after: number; made: boolean[] }

type Player = Outcome & {
  club: Club
  beliefs: Beliefs
  performer: Performer
  truth: Truth
  /** Until when the last change of a shift can be undone, in milliseconds. */
  unsettled: Map<number, number>
  /** Until when the last decision about an event can be undone. */
  decided: Map<number, number>
  /** Who changed a shift last, and when. */
  changed: Map<number, { actor: number | null; at: number }[]>
}

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
/** When the worker runs after a step whose messages wait. */
const SOON = 28 * SECOND
const WINDOW_MS = 25 * SECOND
/** How many clubs act at the same time. */
const AT_ONCE = 6

/**
 * Plays histories that share their clock, each at a club of its own.
 * @param options.judged says which faults count; a history goes on after others.
 * @param options.before is called before each step, and after the last one.
 */
export async function play(
  env: Env,
  histories: readonly History[],
  {
    judged = () => true,
    before: look,
  }: { judged?: (fault: Fault) => boolean; before?: (step: number, clubs: readonly Club[]) => Promise<void> } = {},
): Promise<Outcome[]> {
  const { world, outbox } = env
  const { begins, waits } = histories[0]!
  // What they know from before is older than what they hear at the first step.
  world.clock.set(new Date(begins.getTime() - MINUTE))
  const clubs = await makeClubs(world, histories.length, begins)
  const sites = clubs.map(({ site }) => site.id as number)
  const truths = await readTruth(world, sites)
  const players = clubs.map((club): Player => {
    const beliefs = createBeliefs(club)
    const truth = truths.get(club.site.id)!
    const performer = createPerformer(env, club, beliefs)
    return {
      club,
      beliefs,
      performer,
      truth,
      unsettled: new Map(),
      decided: new Map(),
      changed: new Map(),
      faults: [],
      after: -1,
      made: [],
    }
  })
  await inTurns(players, letKnow)
  let at = begins.getTime()
  let step = 0

  const refresh = async () => {
    const now = await readTruth(world, sites)
    for (const player of players) player.truth = now.get(player.club.site.id)!
  }
  const fail = (player: Player, faults: readonly Fault[]) => {
    const counting = faults.filter(judged)
    if (player.faults.length || !counting.length) return
    player.faults.push(...counting)
    player.after = step
  }
  const tickAt = async (time: number, all: boolean) => {
    world.clock.set(new Date(time))
    const messages = await outbox.tick(all)
    if (!messages.length) return
    await refresh()
    for (const player of players)
      for (const message of messages)
        if (message.site === player.club.site.id) fail(player, arrives(player, message, time))
  }

  for (; step < waits.length; step++) {
    await look?.(step, clubs)
    const before = new Map(players.map((player) => [player, player.truth]))
    const acts = await inTurns(players, async (player, n) => {
      const next = player.faults.length ? null : histories[n]!.steps[step]
      world.clock.set(new Date(at))
      return next ? player.performer.perform(next, step, player.truth) : null
    })
    await refresh()
    for (const [n, player] of players.entries()) {
      const act = acts[n]
      player.made.push(act !== null)
      if (!act) continue
      const changed = changedShifts(before.get(player)!, player.truth)
      for (const shift of changed)
        if ((player.unsettled.get(shift) ?? 0) > at) player.beliefs.isChangedAgain(shift, act.actor)
      for (const shift of changed) {
        const recent = (player.changed.get(shift) ?? []).filter((one) => one.at > at - WINDOW_MS)
        player.changed.set(shift, [...recent, { actor: act.actor, at }])
      }
      if (act.settles) {
        // Nobody is told of a shift that is not published, before or after: nothing waits for its change.
        for (const shift of changed)
          if ([before.get(player)!, player.truth].some(({ shifts }) => shifts.get(shift)?.published))
            player.unsettled.set(shift, at + WINDOW_MS)
        const were = before.get(player)!.on
        for (const event of player.club.events)
          if (were.has(event) !== player.truth.on.has(event)) player.decided.set(event, at + WINDOW_MS)
      }
      for (const shift of act.answered ?? []) player.beliefs.answers(shift, player.truth, act.inTheirName)
      const { actor, replaced, refused } = act
      if (replaced !== undefined) player.beliefs.isReplaced(replaced)
      if (actor === null) continue
      if (refused !== undefined) player.beliefs.refuses(actor, refused)
      const concerns = (truth: Truth, shift: number) => holds(truth.shifts.get(shift), actor)
      const own = changed.filter((shift) => concerns(player.truth, shift) || concerns(before.get(player)!, shift))
      for (const shift of [...own, ...(act.saw ?? [])]) {
        player.beliefs.sees(actor, shift, player.truth)
        if (act.ofEvent && player.changed.get(shift)?.some((one) => one.actor !== actor))
          player.beliefs.mayHear(actor, shift)
      }
    }
    const until = at + waits[step]!
    for (const [time, all] of ticksBetween(at, until)) await tickAt(time, all)
    at = until
  }
  await look?.(step, clubs)
  for (const [time, all] of ticksBetween(at, at + MINUTE)) await tickAt(time, all)
  // Texts wait for the morning, whenever a club lets it begin. A shift may start soon after it.
  const morning = Math.ceil((at - 10 * HOUR) / DAY) * DAY + 10 * HOUR
  const dawn = Math.max(at + MINUTE, morning - 6 * HOUR)
  for (const [time, all] of ticksBetween(dawn, morning + MINUTE)) await tickAt(time, all)
  await refresh()
  const reached = await readReached(world, sites)
  for (const player of players) {
    const { club, beliefs, performer, truth } = player
    const people = club.people.map(({ id }) => id).filter((id) => reached.has(id))
    if (!performer.isSuspended()) fail(player, beliefs.check(truth, people, world.clock.now()))
  }
  const alarms = await outbox.check()
  for (const player of players) {
    const own = alarms.filter(({ site }) => site === player.club.site.slug)
    fail(
      player,
      own.map(({ says }) => ({ check: 'n', kind: 'nightly check', says })),
    )
  }
  await forget(world, sites)
  return players.map(({ faults, after, made }) => ({ faults, after, made }))

  async function letKnow({ club, beliefs, truth }: Player) {
    const pairs = [...truth.shifts.values()].flatMap(({ id, person, published }) =>
      person !== null && published ? [{ shift: id, person, state: 'theirs' as const }] : [],
    )
    await world.act(club.site, SYSTEM, (ctx) => tellByAct(ctx, pairs, 'message'))
    for (const { shift, person } of pairs) beliefs.sees(person, shift, truth)
  }
}

function arrives(
  { club, beliefs, performer, truth, unsettled, decided }: Player,
  message: Message,
  now: number,
): Fault[] {
  const faults = beliefs.read(message, truth)
  const reader = club.people.find(({ email, phone }) => message.to === (message.channel === 'email' ? email : phone))
  if (reader && !message.lost) performer.gets(reader.id, message)
  const { event, shift } = message.about
  const shifts = [...message.items.map((item) => item.shift), ...(shift === undefined ? [] : [shift])]
  const early = [
    ...shifts.filter((id) => (unsettled.get(id) ?? 0) > now).map(beliefs.shiftName),
    ...((decided.get(event ?? 0) ?? 0) > now ? ['the decision'] : []),
  ]
  const says = `${message.kind} by ${message.channel} to ${reader?.name}: ${early[0]} can still be undone`
  return early.length ? [...faults, { check: 'b', kind: `${message.kind} early`, says }] : faults
}

/** When the worker runs: soon after the undo window, each full hour, and at the end, where it plans unless only seconds have passed. */
function ticksBetween(from: number, until: number): [at: number, all: boolean][] {
  const passed = until - from
  if (passed <= 2 * SECOND) return []
  if (passed < SOON) return [[until, false]]
  const hours = Array.from(
    { length: Math.floor(until / HOUR) - Math.floor(from / HOUR) },
    (_, n) => (Math.floor(from / HOUR) + 1 + n) * HOUR,
  )
  const times = [...hours.filter((hour) => hour > from + SOON && hour < until), until]
  return [[from + SOON, false], ...times.map((time): [number, boolean] => [time, true])]
}

async function inTurns<T, R>(list: readonly T[], work: (one: T, n: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const line = async () => {
    while (next < list.length) {
      const n = next++
      results[n] = await work(list[n]!, n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  return results
}

/** Finds who is active and gets messages by any way. */
async function readReached({ superuser }: World, sites: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await superuser.query<{ id: number }>(
    `select p.id::int from core.people p join core.sites s on s.id = p.site_id where p.site_id = any ($1) and p.is_active and p.erased_at is null
       and (p.email <> '' and p.email_notifications and p.email_blocked is null
         or s.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications and not p.sms_blocked)`,
    [sites],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Removes clubs whose histories are over, so that the worker does not visit them. */
async function forget({ superuser }: World, sites: readonly number[]) {
  const { rows } = await superuser.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'core' and c.column_name = 'site_id' and t.table_type = 'BASE TABLE'`,
  )
  const list = sites.join()
  const deletes = rows.map(({ name }) => `delete from core."${name}" where site_id in (${list})`)
  await superuser.query(
    [
      'begin',
      'set local session_replication_role = replica',
      ...deletes,
      `delete from core.sites where id in (${list})`,
      'commit',
    ].join('; '),
  )
}
