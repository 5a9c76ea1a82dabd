import { type Answer, callApi, refusal } from '#app/collections/call-api.ts'
import { loadPart } from '#app/shell/connection/lazy-part.ts'

function passkeyError(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used.'
  return 'This browser could not use a passkey here.'
}

const library = () => loadPart(() => import('@simplewebauthn/browser'))

type Step = <Body>(method: string, path: string, body?: object) => Promise<Answer<Body>>

type Offer = { ticket: string; options: never }

/**
 * Creates a passkey on this device and registers it. `call` may ask for the password first.
 * @param path the endpoint that registers it.
 */
export async function createPasskey(call: Step, name: string, path = '/api/auth/passkeys'): Promise<Answer> {
  const offer = await call<Offer>('POST', `${path}/options`, {})
  if (!offer.ok) return offer
  try {
    const { startRegistration } = await library()
    const response = await startRegistration({ optionsJSON: offer.body.options })
    return await call('POST', path, { ticket: offer.body.ticket, response, name })
  } catch (error) {
    return refusal(passkeyError(error))
  }
}

/**
 * Lets this device sign a challenge.
 * @param signInTicket the ticket of a sign-in that waits for its second step.
 * @param path the endpoint that issues the challenge.
 * @returns `{ticket, response}` in the body, for the caller to submit.
 */
export async function signWithPasskey(signInTicket?: string, path = '/api/auth/passkey'): Promise<Answer<object>> {
  const ticket = signInTicket === undefined ? {} : { ticket: signInTicket }
  const challenge = await callApi<Offer>('POST', `${path}/options`, ticket)
  if (!challenge.ok) return challenge
  try {
    const { startAuthentication } = await library()
    const response = await startAuthentication({ optionsJSON: challenge.body.options })
    return { ...challenge, body: { ticket: challenge.body.ticket, response } }
  } catch (error) {
    return refusal(passkeyError(error))
  }
}

export function deviceName(): string {
  const agent = navigator.userAgent
  const system = [/iPhone/, /iPad/, /Android/, /Windows/, /CrOS/, /Mac/, /Linux/].find((name) => name.test(agent))
  return system ? system.source : 'Passkey'
}
