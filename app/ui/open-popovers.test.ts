import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('a popover that takes the focus stays visible when its target scrolls out of sight', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const popovers = files.flatMap((file) => {
    const found = readFileSync(`app/${file}`, 'utf8').matchAll(/<Popover\s[\s\S]*?<Popover\.Target/g)
    return [...found].map(([text]) => ({ file, text })).filter(({ text }) => text.includes('trapFocus'))
  })
  expect(popovers.length).toBeGreaterThan(5)
  expect(popovers.filter(({ text }) => !text.includes('hideDetached={false}')).map(({ file }) => file)).toEqual([])
})
