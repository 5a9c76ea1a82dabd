import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { Recipients } from './recipients.tsx'

test('people of a message who are no longer kept are a number and a reason, without a filter or an export', () => {
  const message = { id: 7, counts: { sent: 140, failed: 3 }, lists_people: false } as Partial<MessageLine>
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Recipients
        message={message as MessageLine}
        recipients={{ count: 0, order: [], results: { recipients: {} } }}
        resendable={[]}
        state=""
        offset={0}
      />
    </MantineProvider>,
  )
  expect(html).toContain('>143<')
  expect(html).toContain('The list of people was deleted two years after sending.')
  expect(html).not.toMatch(/<a |<nav|<ul/)
})
