import type { Outcome } from './play.ts'
import { type History, TOGETHER } from './steps.ts'

type PlayAll = (histories: readonly History[]) => Promise<Outcome[]>

/**
 * Leaves out the steps of a failing history that its failure does not need; the clock stays as it is. What is left fails in the same way, and
 * does not when any one of its steps is left out.
 */
export async function shorten(
  history: History,
  failed: Outcome,
  play: PlayAll,
): Promise<{ history: History; outcome: Outcome }> {
  const kindOf = ({ faults }: Outcome) => faults.map(({ check, kind }) => `${check} ${kind}`)[0]
  const wanted = kindOf(failed)
  let kept = history.steps.flatMap((step, n) => (step && failed.made[n] && n <= failed.after ? [n] : []))
  let best = { history: only(history, kept), outcome: failed }
  const failing = async (tries: readonly (readonly number[])[]) => {
    const found: { kept: readonly number[]; history: History; outcome: Outcome }[] = []
    for (let from = 0; from < tries.length; from += TOGETHER) {
      const part = tries.slice(from, from + TOGETHER)
      const histories = part.map((steps) => only(history, steps))
      const outcomes = await play(histories)
      for (const [n, outcome] of outcomes.entries())
        if (kindOf(outcome) === wanted) found.push({ kept: part[n]!, history: histories[n]!, outcome })
    }
    return found
  }
  for (;;) {
    const without = await failing(kept.map((left) => kept.filter((n) => n !== left)))
    if (!without.length) return best
    // Each of these steps alone is not needed; perhaps none of them is.
    const needless = kept.filter((n) => without.some((one) => !one.kept.includes(n)))
    const halves = [needless, needless.slice(0, needless.length / 2), needless.slice(needless.length / 2)]
    const fewer = needless.length > 1 ? await failing(halves.map((out) => kept.filter((n) => !out.includes(n)))) : []
    const next = fewer[0] ?? without[0]!
    kept = [...next.kept]
    best = { history: next.history, outcome: next.outcome }
  }
}

const only = (history: History, kept: readonly number[]): History => ({
  ...history,
  steps: history.steps.map((step, n) => (kept.includes(n) ? step : null)),
})
