import { test as base } from '#tests/support/fixture.ts'
import { createOutbox } from '#tests/support/messages/belief/outbox.ts'
import { play } from '#tests/support/messages/belief/play.ts'
import { type Step, historyOf } from '#tests/support/messages/belief/steps.ts'
import { tell } from '#tests/support/messages/belief/words.ts'

const test = base.extend('env', async ({ world, api }, { onCleanup }) => {
  const outbox = createOutbox(world, api.context.config.SESSION_SECRET)
  onCleanup(() => outbox.stop())
  const tick = outbox.tick
  outbox.tick = async (all) => {
    const t = performance.now()
    const m = await tick(all)
    console.log(world.clock.now().toISOString(), all, Math.round(performance.now() - t), 'ms')
    if (process.env.SHOW) for (const one of m) console.log('   ', one.kind, one.channel, one.to, JSON.stringify(one.items), JSON.stringify(one.notice?.paragraphs ?? null))
    if (process.env.ROWS) {
      const { rows } = await world.superuser.query(`select id, shift, person, kind, channel, state, reason, cause, due_at, together, facts->'before'->>'start' as b from core.deliveries where kind not like 'shift.asked' order by id desc limit ${process.env.ROWS}`)
      console.table(rows)
    }
    return m
  }
  return { world, api, outbox }
})
test('one', { timeout: 3_600_000 }, async ({ env }) => {
  const h = historyOf(Number(process.env.BELIEF), 15)
  if (process.env.KEEP) { const keep = process.env.KEEP.split(',').map(Number); console.log(h.steps.map((s: Step | null, i: number) => i + ' ' + JSON.stringify(s)).join('\n')); h.steps = h.steps.map((s: Step | null, i: number) => keep.includes(i) ? s : null) }
  console.log(h.steps.map((s, i) => `${i} ${JSON.stringify(s)}`).join('\n'))
  console.log(tell(h).join('\n'))
  console.log(JSON.stringify(await play(env, [h]), null, 1))
})
