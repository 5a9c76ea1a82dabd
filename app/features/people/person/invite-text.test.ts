import { expect, test } from 'vitest'
import { SKIP_REASONS } from '#server/accounts/invitations/rules.ts'
import { inviteText } from './invite-text.ts'

test('one person is named, with the reason when not invited', () => {
  expect(inviteText({ invited: [1], skipped: [] }, 'Ann')).toEqual({ done: 'Ann has been invited by email.' })
  for (const reason of SKIP_REASONS)
    expect(inviteText({ invited: [], skipped: [{ person: 1, reason }] }, 'Ann').problem).toMatch(
      /^Not invited: Ann .*\.$/,
    )
})

test('several are counted: invited and not invited', () => {
  const skipped = [{ person: 3, reason: 'signed_in' as const }]
  expect(inviteText({ invited: [1, 2], skipped: [] })).toEqual({ done: 'Invited 2 people by email.' })
  expect(inviteText({ invited: [1], skipped })).toEqual({
    done: 'Invited 1 person by email.',
    problem: '1 person couldn’t be invited: already signed in, not active, or invited several times today.',
  })
  expect(inviteText({ invited: [], skipped }).done).toBeUndefined()
})
