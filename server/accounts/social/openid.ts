import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { isEmail } from '#server/engine/kernel/email-address.pure.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { createPublicFetch, type PublicRequest } from '#server/engine/kernel/public-fetch.ts'
import type { ProviderAccess } from './providers.ts'

const TIMEOUT_S = 5
const MAX_BYTES = 512 * 1024

const providerFailed = (cause: unknown) =>
  new DomainError('invalid', 'The provider didn’t confirm this sign-in. Please try again.', { issues: {}, cause })

/**
 * Creates a fetch for an admin's provider: only https, only public addresses.
 * @param allowInsecure also allows this machine and plain http, for development and tests.
 */
export function createProviderFetch(allowInsecure: boolean): CustomFetch {
  const fetch = createPublicFetch({
    timeoutMs: TIMEOUT_S * 1000,
    maxBytes: MAX_BYTES,
    ...(allowInsecure ? { isPublic: () => true } : { protocols: ['https:'] }),
  })
  return async (address, { method, headers, body, signal }) => {
    const request: PublicRequest = { method, headers }
    if (body !== undefined && body !== null) request.body = String(body)
    if (signal) request.signal = signal
    const answer = await fetch(address, request)
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
}

async function connect(access: ProviderAccess, allowInsecure: boolean): Promise<Configuration> {
  return discovery(
    new URL(access.issuer),
    access.client_id,
    undefined,
    access.client_secret ? ClientSecretBasic(access.client_secret) : None(),
    {
      timeout: TIMEOUT_S,
      [customFetch]: createProviderFetch(allowInsecure),
      execute: allowInsecure ? [allowInsecureRequests] : [],
    },
  )
}

export type AuthorizationState = { state: string; nonce: string; verifier: string }

/** Builds the authorization URL, with PKCE, state and nonce. @throws DomainError 'invalid' without a field. */
export async function startAuthorization(
  access: ProviderAccess,
  redirectUri: string,
  allowInsecure: boolean,
): Promise<{ to: string; journey: AuthorizationState }> {
  const journey = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  try {
    const to = buildAuthorizationUrl(await connect(access, allowInsecure), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: journey.state,
      nonce: journey.nonce,
      code_challenge: await calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: 'S256',
    })
    return { to: to.toString(), journey }
  } catch (error) {
    throw providerFailed(error)
  }
}

/**
 * Exchanges the code and checks the id token: signature, issuer, audience, nonce, time.
 * @param callbackUrl the redirect target with its query.
 * @returns the email that the provider vouches for. @throws DomainError 'invalid' without a field.
 */
export async function finishAuthorization(
  access: ProviderAccess,
  callbackUrl: URL,
  { state, nonce, verifier }: Omit<AuthorizationState, 'state'> & { state?: string },
  allowInsecure: boolean,
): Promise<string> {
  let claims: Record<string, unknown> | undefined
  try {
    const configuration = await connect(access, allowInsecure)
    // API clients check their own state and pass on only the code.
    if (state === undefined) callbackUrl.searchParams.set('iss', configuration.serverMetadata().issuer)
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      idTokenExpected: true,
      ...(state === undefined ? {} : { expectedState: state }),
    })
    claims = tokens.claims()
  } catch (error) {
    throw providerFailed(error)
  }
  const email = typeof claims?.email === 'string' ? claims.email.trim().toLowerCase() : ''
  if (!isEmail(email) || claims?.email_verified !== true)
    throw new DomainError('invalid', 'The provider didn’t confirm your email.', { issues: {} })
  return email
}
