import { markPromisesTo } from '#server/deliveries/promises/end.ts'
import { requireScopes } from '#server/engine/access/permission.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Declaration, Hooks } from '#server/engine/collections/define.ts'
import { addLeftovers, hasChosen } from '#server/engine/collections/leftovers.ts'
import { peopleCollection } from '#server/people/collection.ts'
import { dropSearches, giveUpShifts, seekForOpen, takeBackShifts } from './commands.ts'
import { AHEAD_CHOICES, AHEAD_OF_REMOVED, type AheadChoice } from './contract.ts'
import { listAhead, readActive } from './queries.ts'

const choiceOf = (ctx: UnitCtx, person: number): AheadChoice =>
  AHEAD_CHOICES.find((choice) => choice === ctx.leftovers?.choiceFor(person)) ?? AHEAD_CHOICES[0]

/** Releases the coming shifts of people whom any write deactivates or removes, or seeks cover for them. */
const followShiftsAhead: NonNullable<Hooks['aroundWrite']> = async (ctx, ids) => {
  const before = await readActive(ctx.db, ids)
  const ahead = await listAhead(ctx.db, ids, ctx.clock.now())
  return async () => {
    const after = await readActive(ctx.db, [...before.keys()])
    const removed = new Set([...before.keys()].filter((id) => !after.has(id)))
    const deactivated = new Set([...before].flatMap(([id, was]) => (was && after.get(id) === false ? [id] : [])))
    if (!removed.size && !deactivated.size) return
    // Only an explicit choice needs the right to write shifts; the club's rule does not.
    if (hasChosen(ctx, [...removed, ...deactivated])) requireScopes(ctx.actor, ['shifts:write'])
    const [theirs, open] = [deactivated, removed].map((people) => ahead.filter(({ person }) => people.has(person)))
    const images = await giveUpShifts(ctx, theirs!, (person) => choiceOf(ctx, person))
    const sought = open!.filter(({ person, published }) => published && choiceOf(ctx, person) === 'find_cover')
    await seekForOpen(
      ctx,
      sought.map(({ id }) => id),
    )
    addLeftovers(ctx, theirs!.length + open!.length, images)
  }
}

export const peopleWithShifts: Declaration = {
  ...peopleCollection,
  leftovers: {
    name: 'shifts',
    choices: AHEAD_CHOICES,
    ofRemoval: AHEAD_OF_REMOVED,
    counted: 'shifts_ahead',
    description:
      'What happens to the upcoming shifts of a person who is deactivated: others are asked to cover them, they keep them, or the shifts become open. A person who is removed can’t keep them.',
    count: async (ctx, ids) => (await listAhead(ctx.db, ids, ctx.clock.now())).length,
    takeBack: takeBackShifts,
    takeBackRemoved: async (ctx, ids, since) => {
      await dropSearches(ctx, ids, since)
      await markPromisesTo(ctx.db, ids)
    },
  },
  hooks: {
    ...peopleCollection.hooks,
    aroundWrite: async (ctx, ids) => {
      const followAccess = await peopleCollection.hooks.aroundWrite?.(ctx, ids)
      const followShifts = await followShiftsAhead(ctx, ids)
      return async (written) => {
        await followAccess?.(written)
        await followShifts?.(written)
      }
    },
  },
}
