import { findCircles, type Offer } from '#server/swaps/circles/rules.ts'
import { seeded } from '#tests/support/random.ts'
import { median } from './figures.ts'
import type { Bench } from './rig.ts'

/** How long the search over 500 offers may take, on a machine that does nothing else. Milliseconds. */
const GOAL_MS = 200

/** How many of the other shifts each person would take: few, as in a club, and shapes that make a search long. */
const SHAPES: Record<string, (from: number, to: number, chance: () => number) => boolean> = {
  'a few wishes each': (_, __, chance) => chance() < 0.01,
  'half of all shifts': (_, __, chance) => chance() < 0.5,
  'no circle at all': (from, to) => from < to,
  'circles of five only': (from, to) => to % 5 === (from + 1) % 5,
  'circles of four only': (from, to) => to % 4 === (from + 1) % 4,
}

/** Looks for circles of swaps among 500 offers of 250 people, in graphs that are thin, dense and without any short circle. */
export const swapCircles: Bench = async ({ scale: { offers: amount, keepsGoals } }) => {
  let slowest = 0
  for (const [shape, takes] of Object.entries(SHAPES)) {
    const random = seeded(1)
    const offers: Offer[] = Array.from({ length: amount }, (_, from) => ({
      id: from,
      person: from % (amount / 2),
      shift: from,
      takes: new Set(Array.from({ length: amount }, (_, to) => to).filter((to) => takes(from, to, random.next))),
    }))
    const rounds = Array.from({ length: 9 }, () => {
      const begun = performance.now()
      const circles = findCircles(offers)
      return { circles: circles.length, ms: performance.now() - begun }
    })
    const ms = median(rounds.map((round) => round.ms))
    slowest = Math.max(slowest, ms)
    console.log(
      `swap-circles: ${amount} offers, ${shape}: ${rounds[0]?.circles} circles in ${ms.toFixed(1)} ms (goal ${GOAL_MS})`,
    )
  }
  if (keepsGoals && slowest > GOAL_MS) throw new Error(`The search took ${slowest.toFixed(0)} ms.`)
}
