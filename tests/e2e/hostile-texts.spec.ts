import { setInterval } from 'node:timers/promises'
import { client, login } from './api-client.ts'
import { enter, expect, siteUrl, test } from './fixtures.ts'
import { runningProduct } from './running-product.ts'

/** Each once delayed every club's pages for seconds, or broke its own, when texts were rendered on reading. */
const HOSTILE = {
  lists: `${'- '.repeat(20_000)}a`,
  quotations: `${'> '.repeat(20_000)}a`,
  emphasis: '*a_'.repeat(16_000),
  references: `[a]: ${'x'.repeat(25_000)}\n\n${'[a]'.repeat(8_000)}`,
  tags: '<blockquote>'.repeat(4_000),
}

/** How many times to try. A busy machine may delay answers once; a fault delays them every time. */
const ROUNDS = 4

/**
 * Requests another club's health check fifty times a second until stopped.
 * @returns the slowest response in milliseconds
 */
function askHealth(port: string | number) {
  let going = true
  const asked = (async () => {
    let longest = 0
    for await (const _ of setInterval(20)) {
      if (!going) break
      const begun = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { host: `ridge.localhost:${port}` } })
      expect(answer.status).toBe(200)
      longest = Math.max(longest, performance.now() - begun)
    }
    return longest
  })()
  return async () => {
    going = false
    return asked
  }
}

test('texts that never finish rendering delay no one; members see them as typed', async ({ page, request }) => {
  test.setTimeout(400_000)
  const { port } = runningProduct()
  const calm = askHealth(port)
  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const usual = await calm()
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const attack = async () => {
    for (const [title, content] of Object.entries(HOSTILE)) {
      const answer = await admin.call('POST', '/api/news/', {
        body: [{ title: `Hostile ${title}`, content, pinned: true }],
      })
      expect(answer.status(), await answer.text()).toBe(201)
    }
    for (const text of [HOSTILE.lists, HOSTILE.tags]) {
      const begun = performance.now()
      const answer = await admin.call('POST', '/markdown', {
        body: { text },
        headers: { origin: `http://harbour.localhost:${port}` },
      })
      expect(answer.status(), await answer.text()).toBe(200)
      const { html } = (await answer.json()) as { html: string }
      expect(html.startsWith('<p>'), html.slice(0, 100)).toBe(true)
      expect(performance.now() - begun).toBeLessThan(20_000)
    }
  }
  const remove = async () => {
    const { order } = await (await admin.call('GET', '/api/news/?search=Hostile')).json()
    for (const id of order) expect((await admin.call('DELETE', `/api/news/${id}/`)).status()).toBe(204)
  }
  // Without threads it takes seconds. The limit is generous, since an overloaded machine answers late as well.
  const limit = Math.max(250, 6 * usual)
  let longest = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && longest >= limit; round++) {
    await remove()
    const attacked = askHealth(port)
    await attack()
    longest = Math.min(longest, await attacked())
  }
  console.log(`another club's health meanwhile: ${longest.toFixed(0)} ms at most, ${usual.toFixed(0)} ms without`)
  expect(longest).toBeLessThan(limit)
  await page.goto(siteUrl('harbour', '/dashboard'))
  await expect(page.getByText('Hostile lists')).toBeVisible()
  await expect(page.getByText('- - - - - - - -').first()).toBeVisible()
  await remove()
})

test('a new text is soon rendered for members', async ({ page, request }) => {
  const admin = client(request, 'ridge', (await login(request, 'admin@ridge.test', 'ridge')).access)
  const made = await admin.call('POST', '/api/news/', {
    body: [{ title: 'Rendered at once', content: 'Low **tide** at noon', pinned: true }],
  })
  const { order } = await made.json()
  await enter(page, 'member@ridge.test', 'ridge')
  // The author waits only so long for the rendering: on a busy machine the first page may show the text as typed.
  await expect(async () => {
    await page.goto(siteUrl('ridge', '/dashboard'))
    await expect(page.locator('strong', { hasText: /^tide$/ })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  expect((await admin.call('DELETE', `/api/news/${order[0]}/`)).status()).toBe(204)
})
