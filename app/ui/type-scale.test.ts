import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SMALLEST_REM = 0.75
const HEAVIEST = 650

/** Read from across a room, or printed: their sizes follow the surface. */
const OWN_SCALE = ['kiosk.module.css', 'wall.module.css']

const styles = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .filter((file) => !OWN_SCALE.some((own) => file.endsWith(own)))
  .map((file) => ({ file, text: readFileSync(`app/${file}`, 'utf8') }))

/** Lists the values of a property, each with its rule's selector, as `file selector: value`. */
function valuesOf(property: string): { where: string; value: string }[] {
  return styles.flatMap(({ file, text }) => {
    const found: { where: string; value: string }[] = []
    let selector = ''
    for (const line of text.split('\n')) {
      if (line.endsWith('{')) selector = line.slice(0, -1).trim()
      const [name, value] = line.trim().split(': ')
      if (name === property && value) found.push({ where: `${file} ${selector}`, value: value.replace(';', '') })
    }
    return found
  })
}

it('renders every title in one of two sizes', () =>
  expect(
    valuesOf('font-size')
      .filter(({ where }) => /\bh1$/.test(where))
      .filter(({ value }) => value !== 'var(--wb-title)' && value !== 'var(--wb-title-work)'),
  ).toEqual([]))

it('renders no text smaller than 12 px', () =>
  expect(
    valuesOf('font-size').filter(({ value }) => {
      const size = Number.parseFloat(value)
      return value.endsWith('rem') && size > 0 && size < SMALLEST_REM
    }),
  ).toEqual([]))

it('renders no text heavier than a title', () =>
  expect(valuesOf('font-weight').filter(({ value }) => value === 'bold' || Number(value) > HEAVIEST)).toEqual([]))
