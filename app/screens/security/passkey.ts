import { type Sent, send } from '#app/collections/reauth/send.ts'

const failed = (detail: string): Sent => ({ ok: false, status: 0, body: { detail } })

/** What to say when the browser's own dialog ended without a passkey. */
function said(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was given.'
  return 'This browser could not use a passkey here.'
}

/** The library is fetched when it is needed: nobody else pays for it. */
const library = () => import('@simplewebauthn/browser')

type Step = (method: string, path: string, body?: object) => Promise<Sent>

/** Makes a passkey on this device and stores it. `call` may ask for proof of the person first. @param at who offers and stores it. */
export async function makePasskey(call: Step, name: string, at = '/api/auth/passkeys'): Promise<Sent> {
  const offer = await call('POST', `${at}/options`, {})
  if (!offer.ok || !offer.body) return offer
  try {
    const { startRegistration } = await library()
    const response = await startRegistration({ optionsJSON: offer.body.options as never })
    return await call('POST', at, { ticket: offer.body.ticket, response, name })
  } catch (error) {
    return failed(said(error))
  }
}

/**
 * Lets this device sign a challenge.
 * @param first the ticket of a sign-in that waits for its second step.
 * @param at who asks.
 * @returns `{ticket, response}` in the body, to be sent to where it counts.
 */
export async function signWithPasskey(first?: string, at = '/api/auth/passkey'): Promise<Sent> {
  const challenge = await send('POST', `${at}/options`, first === undefined ? {} : { ticket: first })
  if (!challenge.ok || !challenge.body) return challenge
  try {
    const { startAuthentication } = await library()
    const response = await startAuthentication({ optionsJSON: challenge.body.options as never })
    return { ok: true, status: 200, body: { ticket: challenge.body.ticket, response } }
  } catch (error) {
    return failed(said(error))
  }
}

/** "Chrome on Windows", as the browser tells it: what a new passkey is called until its owner says better. */
export function thisDevice(): string {
  const agent = navigator.userAgent
  const system = [/iPhone/, /iPad/, /Android/, /Windows/, /CrOS/, /Mac/, /Linux/].find((name) => name.test(agent))
  return system ? system.source : 'Passkey'
}
