import { setInterval } from 'node:timers/promises'

/**
 * Asks again and again until `holds`; for what runs outside of Vitest too, whose own tests have `expect.poll`.
 * @param everyMs milliseconds between two questions. @throws when it does not hold `withinMs` milliseconds from now.
 */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 100 }: { withinMs: number; everyMs?: number },
): Promise<void> {
  const latest = performance.now() + withinMs
  if (await holds()) return
  for await (const _ of setInterval(everyMs)) {
    if (await holds()) return
    if (performance.now() > latest) throw new Error(`Not within ${withinMs / 1000} s: ${what}`)
  }
}
