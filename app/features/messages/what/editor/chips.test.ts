import { expect, test } from 'vitest'
import { chipAt, chipBeside, chipsIn, chipText, writeField } from './chips.ts'

const shown = (text: string, buttons = true) =>
  chipsIn(text, { buttons }).map((chip) => `${text.slice(0, chip.from)}[${chipText(chip)}]${text.slice(chip.to)}`)

test.each([
  ['Hello {{person.first_name}},', ['Hello [First name],']],
  ['Hello {{ person.first_name | sailor }},', ['Hello [First name, or “sailor”],']],
  ['{{button.event}}', ['[Event button]']],
  ['a {{b}} c', ['a [b] c']],
  ['{{}} {{ }} {{ a\nb }} {{person.name', []],
])('the fields of %j are chips', (text, chips) => {
  expect(shown(text)).toEqual(chips)
})

test('an invalid chip explains why', () => {
  const problem = (text: string, buttons = true) => chipsIn(text, { buttons })[0]?.problem
  expect(problem('{{person.name|you}}')).toBeNull()
  expect(problem('{{person.password}}')).toBe('There is no such field.')
  expect(problem('{{constructor}}')).toBe('There is no such field.')
  expect(problem('{{person.name|**you**}}')).toMatch(/letters, figures/)
  expect(problem('{{button.event}}')).toBeNull()
  expect(problem('{{button.event}}', false)).toMatch(/only be in the message/)
})

test('the chip of a selection, and the one at the cursor', () => {
  const chips = chipsIn('{{site.name}}{{event.name}} x')
  expect(chipAt(chips, { from: 13, to: 27 })?.name).toBe('event.name')
  expect(chipAt(chips, { from: 0, to: 27 })).toBeUndefined()
  expect(chipBeside(chips, { from: 13, to: 13 })?.name).toBe('site.name')
  expect(chipBeside(chips, { from: 0, to: 0 })?.name).toBe('site.name')
  expect(chipBeside(chips, { from: 28, to: 28 })).toBeUndefined()
})

test('a field is written with its fallback', () => {
  expect(writeField('person.name', ' sailor ')).toBe('{{person.name|sailor}}')
  expect(writeField('person.name', ' ')).toBe('{{person.name}}')
})
