import { describe, expect, test } from 'vitest'
import { apiErrorText, errorPage, pageToRetry } from './pages.ts'

test.each([
  [403, 'Not Authorized'],
  [404, 'Page not found'],
  [429, 'Request Throttled'],
  [500, 'Server Error'],
  [0, 'No connection'],
  [418, 'Server Error'],
])('%i is the page "%s"', (status, title) => {
  expect(errorPage(status).title).toBe(title)
})

describe('the API’s message', () => {
  test.each([
    [{ detail: 'Request was throttled.' }, 'Request was throttled.'],
    [{ detail: 'Something went wrong.', request_id: 'a1' }, 'Something went wrong. Request a1'],
    [{ name: ['Required.'] }, '{"name":["Required."]}'],
    [{ message: 'No connection', status: 0 }, 'No connection'],
    ['Not found', 'Not found'],
    ['', null],
    [null, null],
    [{}, null],
  ])('%j', (body, words) => {
    expect(apiErrorText(body)).toBe(words)
  })
})

test.each([
  ['/events/5?tab=1', '/events/5?tab=1'],
  ['/500', '/dashboard'],
  ['/429?x=1', '/dashboard'],
  ['/5000', '/5000'],
])('from %s one tries %s again', (from, to) => {
  expect(pageToRetry(from)).toBe(to)
})
