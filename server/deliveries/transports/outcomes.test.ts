import { describe, expect, test } from 'vitest'
import { sesOutcome } from './ses.ts'
import { twilioOutcome } from './twilio.ts'

const failed = (name: string, status?: number, code?: string) =>
  Object.assign(new Error('why'), { name, code, $metadata: { httpStatusCode: status } })

describe('what an error of SES means', () => {
  test.each([
    [failed('Throttling', 400), 'refused'],
    [failed('TooManyRequestsException', 429), 'refused'],
    [failed('AccountSendingPausedException', 400), 'refused'],
    [failed('Error', undefined, 'ECONNREFUSED'), 'refused'],
    [failed('SignatureDoesNotMatch', 403), 'refused'],
    [failed('MessageRejected', 400), 'rejected'],
    [failed('InvalidParameterValue', 400), 'rejected'],
    [failed('InternalFailure', 500), 'ambiguous'],
    [failed('ServiceUnavailable', 503), 'ambiguous'],
    [failed('TimeoutError'), 'ambiguous'],
    [failed('RequestTimeout', 408), 'ambiguous'],
    [failed('Error', undefined, 'ECONNRESET'), 'ambiguous'],
    ['nonsense', 'ambiguous'],
  ])('%s is %s', (error, kind) => expect(sesOutcome(error).kind).toBe(kind))

  test('faults of our keys, account or sender are neither throttling nor a rejected message', () => {
    const ours = (error: unknown) => (sesOutcome(error, 'duty@club.org') as { ours?: boolean }).ours ?? false
    expect(ours(failed('InvalidClientTokenId', 403))).toBe(true)
    expect(ours(failed('AccountSendingPausedException', 400))).toBe(true)
    const unverified = (identities: string) =>
      Object.assign(failed('MessageRejected', 400), {
        message: `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${identities}`,
      })
    expect(ours(unverified('duty@club.org'))).toBe(true)
    expect(ours(unverified('ann@example.org'))).toBe(false)
    expect(ours(failed('Throttling', 400))).toBe(false)
    expect((twilioOutcome({ status: 401, code: 20003 }) as { ours?: boolean }).ours).toBe(true)
    expect((twilioOutcome({ status: 429, code: 20429 }) as { ours?: boolean }).ours).toBeUndefined()
  })

  test('a long reason is not cut in the middle of a character', () => {
    const message = `${'x'.repeat(292)}🛟 and more`
    const { reason } = sesOutcome({ name: 'Error', message, $metadata: { httpStatusCode: 400 } }) as { reason: string }
    expect([reason.length, reason.isWellFormed()]).toEqual([299, true])
  })

  test('a reason is one line', () => {
    const error = Object.assign(new Error('a\r\nb'), { $metadata: { httpStatusCode: 400 } })
    expect(sesOutcome(error)).toEqual({ kind: 'rejected', reason: 'Error: a b' })
  })
})

describe('what an error of Twilio means', () => {
  test.each([
    [{ status: 429, code: 20429 }, 'refused'],
    [{ code: 'ECONNREFUSED' }, 'refused'],
    [{ status: 401, code: 20003 }, 'refused'],
    [{ status: 404, code: 20404 }, 'refused'],
    [{ status: 400, code: 21606 }, 'refused'],
    [{ status: 400, code: 21610 }, 'rejected'],
    [{ status: 400, code: 21211 }, 'rejected'],
    [{ status: 400, code: 21614 }, 'rejected'],
    [{ status: 403, code: 21408 }, 'rejected'],
    [{ status: 500, code: 20500 }, 'ambiguous'],
    [{ status: 503 }, 'ambiguous'],
    [{ status: 408 }, 'ambiguous'],
    [{ code: 'ECONNRESET' }, 'ambiguous'],
    [{ code: 'ECONNABORTED' }, 'ambiguous'],
    [{}, 'ambiguous'],
  ])('%o is %s', (error, kind) => expect(twilioOutcome(error).kind).toBe(kind))
})
