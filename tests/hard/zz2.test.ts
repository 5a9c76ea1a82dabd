import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { test as base } from '#tests/support/fixture.ts'
import { createOutbox } from '#tests/support/messages/belief/outbox.ts'
import { play } from '#tests/support/messages/belief/play.ts'
import { historyOf } from '#tests/support/messages/belief/steps.ts'
const test = base.extend('env', async ({ world, api }, { onCleanup }) => {
  const outbox = createOutbox(world, api.context.config.SESSION_SECRET)
  onCleanup(() => outbox.stop())
  return { world, api, outbox }
})
test('speed', { timeout: 3_600_000 }, async ({ env }) => {
  const spent: Record<string, [number, number]> = {}
  const timed = <A extends unknown[], R>(name: string, f: (...a: A) => Promise<R>) => async (...a: A) => {
    const t = performance.now()
    const r = await f(...a)
    const s = (spent[name] ??= [0, 0]); s[0] += performance.now() - t; s[1] += 1
    return r
  }
  const tick = env.outbox.tick
  env.outbox.tick = (all) => timed(all ? 'plan' : 'drain', tick)(all)
  const su = env.world.superuser.query.bind(env.world.superuser)
  env.world.superuser.query = ((...a: unknown[]) => timed('superuser', su as never)(...a as [])) as never
  const call = env.api.call
  env.api.call = (site, c) => timed(`${c.method} ${c.path.replace(/\d+/g, ':').replace(/answers\/.*/, 'answers')}`, call)(site, c)
  const signIn = env.api.signIn
  env.api.signIn = (...a) => timed('signin', signIn)(...a)
  for (let round = 0; round < 2; round++) {
    for (const key of Object.keys(spent)) delete spent[key]
    const session = new Session(); session.connect(); await session.post('Profiler.enable'); if (round === 1) await session.post('Profiler.start')
    const cpu = process.cpuUsage(); const t = performance.now()
    await play(env, Array.from({ length: 20 }, (_, i) => historyOf(round * 20 + i, 15)))
    if (round === 1) { const { profile } = await session.post('Profiler.stop'); writeFileSync('/work/tmp/prof/a.cpuprofile', JSON.stringify(profile)) }
    const used = process.cpuUsage(cpu)
    console.log('wall', Math.round(performance.now() - t), 'node cpu', Math.round((used.user + used.system) / 1000))
    console.log(Object.entries(spent).sort((a, b) => b[1][0] - a[1][0]).slice(0, 14).map(([k, [ms, n]]) => `${k} ${Math.round(ms)} ms / ${n}`).join('\n'))
  }
})
