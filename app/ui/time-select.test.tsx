import { readdirSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeInput } from './time-input.tsx'
import { TimeSelect } from './time-select.tsx'

test('hours run from 00 to 23 and know no morning or afternoon, whatever the reader’s formats are', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <TimeSelect label="Start" value="13:05" onChange={() => {}} />
    </MantineProvider>,
  )
  const [hours = '', minutes = ''] = html.match(/<select.*?<\/select>/g) ?? []
  const values = (select: string) => [...select.matchAll(/<option value="(\d\d)"/g)].map(([, value]) => value)
  expect(values(hours)).toHaveLength(24)
  expect([values(hours)[0], values(hours).at(-1)]).toEqual(['00', '23'])
  expect(values(minutes)).toHaveLength(60)
  expect(html).toMatch(/<option value="13" selected=""/)
  expect(html).not.toMatch(/type="time"|\b[ap]m\b/i)
})

test('no form leaves a date or time to the browser’s own input, which follows the reader’s device', () => {
  const screens = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  )
  expect(screens.length).toBeGreaterThan(200)
  expect(
    screens.filter((file) =>
      /type=(\{[^}]*)?['"](time|date|month|week|datetime-local)['"]/.test(readFileSync(`app/${file}`, 'utf8')),
    ),
  ).toEqual([])
})

test('a time to type shows 24 hours and asks a phone for its numbers', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <TimeInput label="Start" value="17:05" onChange={() => {}} />
    </MantineProvider>,
  )
  expect(html).toMatch(/<input[^>]* inputMode="numeric"[^>]* value="17:05"/i)
  expect(html).not.toMatch(/\b[ap]m\b/i)
})
