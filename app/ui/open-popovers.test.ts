import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(`app/${file}`, 'utf8') }))
const popovers = sources.flatMap(({ file, text: all }) =>
  [...all.matchAll(/<Popover\s[\s\S]*?<Popover\.Target/g)]
    .map(([text]) => ({ file, text }))
    .filter(({ text }) => text.includes('trapFocus')),
)
const without = (part: string) => popovers.filter(({ text }) => !text.includes(part)).map(({ file }) => file)

it('a popover that takes the focus stays visible when its target scrolls out of sight', () => {
  expect(popovers.length).toBeGreaterThan(5)
  expect(without('hideDetached={false}')).toEqual([])
})

it('a popover that takes the focus returns it, or declares its target', () => {
  expect(without('returnFocus')).toEqual([])
})

it('every dialog returns the focus to its opener, also one that is mounted open', () => {
  const others = sources.filter(
    ({ file, text }) =>
      file !== 'ui/modal.tsx' && /import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/.test(text),
  )
  expect(others.length).toBeGreaterThan(1)
  const open = others.filter(({ text }) => /<(Modal|Drawer)\b/.test(text) && !text.includes('useFocusReturn('))
  expect(open.map(({ file }) => file)).toEqual(['features/shifts/roster/roster-screen.tsx'])
})
