import { sql } from 'kysely'
import type { Channel } from '#server/deliveries/contract.ts'
import { readCrews } from '#server/deliveries/crews.ts'
import { type JudgedDelivery, judgeQueued } from '#server/deliveries/judge-queued.ts'
import { type TriedOut, tryOut } from '#server/deliveries/preview-notifications.ts'
import { type MessagePerson, readRecipients } from '#server/deliveries/recheck.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { type Clock, callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea, requireStanding } from '#server/engine/access/permission.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import { readSite } from '#server/engine/tenancy/read-site.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import type { PublishInput } from '../contract.ts'
import type { LackingPeople, Proof, ReadMail } from './contract.ts'
import { firstReader, inNameOrder, lackingPeople, noMessageWords } from './rules.ts'
import { whatTexts } from './what.ts'
import { messageKey, writeReadMessages } from './write.ts'

const MAX_LISTED = 1_000

/** `crews`: the events and shifts whose people are checked. */
export type ProofQuery = { person?: number | undefined; origin: string; crews: PublishInput }

/**
 * Runs a publication without storing it, and returns the messages it would send.
 * @param publish publishes, and returns how many.
 * @param query.person whose mail is written; default: the longest name.
 * @throws as `publish`; DomainError 'forbidden' for anyone but an admin.
 */
export async function readProof(ctx: Ctx, publish: (of: Ctx) => Promise<number>, query: ProofQuery): Promise<Proof> {
  requireStanding(ctx.actor, 'admin')
  let shifts = 0
  const step = async (of: Ctx) => {
    shifts = await publish(of)
  }
  const [answer] = await tryOut(ctx, [step] as const, (of, tried) => proofOf(of, tried, query))
  return { ...answer, shifts }
}

async function proofOf(ctx: Ctx, { queued, wanted }: TriedOut, { person, origin, crews }: ProofQuery): Promise<Proof> {
  const judged = await judgeQueued(ctx, queued)
  const site = await readSite(ctx.db)
  const sent = judged.filter(({ verdict }) => verdict.kind !== 'drop')
  const reached = [...groupBy(sent, (delivery) => delivery.person.id).values()].map((messages) => {
    const { id, name } = messages[0]!.person
    const channels = [...new Set(messages.map(({ channel }) => channel))].sort()
    return { person: id, name, channels, what: whatOf(messages, callersClock(ctx)) }
  })
  const people = new Set(reached.map((line) => line.person))
  const missed = wanted.filter((notice) => !people.has(notice.person))
  const recipients = await readRecipients(ctx.db, [...new Set(missed.map((notice) => notice.person))])
  const shifts = await shiftFacts(ctx.db, { shifts: [...new Set(missed.map(({ shift }) => shift))] })
  const unreached = [...recipients.values()]
    .filter(({ is_active, erased }) => is_active && !erased)
    .map((recipient) => {
      const own = missed.filter((notice) => notice.person === recipient.id)
      const what = own.flatMap(({ kind, shift }) => {
        const facts = shifts.get(shift)
        return facts ? [{ kind, shift: facts, before: null }] : []
      })
      const { id, name, phone } = recipient
      return { person: id, name, phone, what: whatTexts(what, callersClock(ctx)), why: noMessageWords(recipient, site) }
    })
  const first = firstReader(reached)
  const messages = new Map(sent.map((delivery) => [`${delivery.person.id} ${messageKey(delivery)}`, delivery.channel]))
  const summary = {
    shifts: 0,
    people: reached.length,
    by_text: reached.filter(byText).length,
    emails: countOf(messages, 'email'),
    texts: countOf(messages, 'sms'),
  }
  // Names need the `people` area, which an API key may lack.
  if (!readsArea(ctx.actor, 'people'))
    return { ...summary, reached: [], unreached: [], first: null, mail: null, unfit: [] }
  return {
    ...summary,
    reached: inNameOrder(reached).slice(0, MAX_LISTED),
    unreached: inNameOrder(unreached).slice(0, MAX_LISTED),
    first,
    unfit: readsArea(ctx.actor, 'training') ? await findLacking(ctx, crews) : [],
    mail: await mailTo(person !== undefined && people.has(person) ? person : first),
  }

  async function mailTo(reader: number | null): Promise<ReadMail | null> {
    const own = sent.filter((delivery) => delivery.person.id === reader)
    const to: MessagePerson | undefined = own[0]?.person
    if (!to) return null
    const others = await readCrews(
      ctx.db,
      own.flatMap(({ shift }) => shift?.id ?? []),
    )
    const messages = writeReadMessages(own, { site, origin, now: ctx.clock.now(), crews: others })
    return { person: to.id, name: to.name, messages }
  }
}

const countOf = (messages: ReadonlyMap<string, Channel>, wanted: Channel) =>
  [...messages.values()].filter((channel) => channel === wanted).length
/** Finds unfit people on the published shifts of some crews, most frequent reason first. */
async function findLacking({ db, clock }: Ctx, { events, shifts }: PublishInput): Promise<LackingPeople[]> {
  const { rows } = await sql<{ person: number; name: string; unfit: Unfit }>`
    select f.person, f.name, f.unfit from (
      select s.person, coalesce(nullif(p.name, ''), p.email) as name, ${unfitAt('s', clock.now())} as unfit
      from shifts s join people p on p.site_id = s.site_id and p.id = s.person
      where s.draft is not null and (s.event = any (${[...events]}::bigint[]) or s.id = any (${[...shifts]}::bigint[]))) f
    where f.unfit is not null`.execute(db)
  return lackingPeople(rows)
}

const byText = ({ channels }: { channels: readonly string[] }) => channels.includes('sms')

/** Lists the lines of one person; a shift sent by email and text counts once. */
function whatOf(messages: readonly JudgedDelivery[], clock: Clock): string[] {
  const first = new Map(messages.map((message) => [`${message.kind} ${message.shift?.id}`, message]))
  return whatTexts(
    [...first.values()].flatMap(({ kind, shift, before }) => (shift ? [{ kind, shift, before }] : [])),
    clock,
  )
}
