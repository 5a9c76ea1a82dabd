import { expect } from 'vitest'
import { test } from '#tests/support/fixture.ts'

test('a web process is ready while the console holds all of its connections', async ({ api }) => {
  const { pools, readiness } = api.context
  const held = await Promise.all([pools.platform.connect(), pools.platform.connect()])
  const states = await readiness().finally(() => {
    for (const client of held) client.release()
  })
  expect(states).toMatchObject({ database: 'ok', migrations: 'ok' })
})
