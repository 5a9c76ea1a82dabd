import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeSelect } from './time-select.tsx'

test('T56: hours run from 00 to 23 and know no morning or afternoon, whatever the reader’s formats are', () => {
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
