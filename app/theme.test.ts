import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stylesOf, UNUSED_COLOURS } from './theme.ts'

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.|^theme\.ts$/.test(file),
)

test('no screen uses a colour whose variables the pages omit', () => {
  const names = UNUSED_COLOURS.join('|')
  const use = new RegExp(`mantine-color-(?:${names})-|\\b(?:c|bg|color)=["'{]+(?:${names})\\b`)
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => use.test(readFileSync(`app/${file}`, 'utf8')))).toEqual([])
  expect(use.test('<Badge color="teal">')).toBe(true)
})

test('the styles of a page have the colours of the screens, in both schemes', () => {
  const styles = stylesOf('')
  for (const colour of ['brand', 'gray', 'red', 'green', 'yellow'])
    expect(styles).toContain(`--mantine-color-${colour}-`)
  for (const colour of UNUSED_COLOURS) expect(styles).not.toContain(`--mantine-color-${colour}-`)
})
