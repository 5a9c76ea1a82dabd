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
import { isEmail } from '#server/engine/kernel/email-address/rules.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { createOutsideFetch } from '#server/engine/kernel/outside-fetch.ts'
import type { ProviderAccess } from './providers.ts'

const TIMEOUT_S = 5

const providerFailed = (cause: unknown) =>
  new DomainError('invalid', 'The provider did not confirm this sign-in. Please try again.', { issues: {}, cause })

/** Asks the provider what it can. `anywhere` allows this machine and plain http: development and tests. */
async function connect(access: ProviderAccess, allowInsecure: boolean): Promise<Configuration> {
  const fetch = createOutsideFetch(allowInsecure)
  return discovery(
    new URL(access.issuer),
    access.client_id,
    undefined,
    access.client_secret ? ClientSecretBasic(access.client_secret) : None(),
    {
      timeout: TIMEOUT_S,
      [customFetch]: ((url, options) => fetch(url, options as Parameters<typeof fetch>[1])) as CustomFetch,
      execute: allowInsecure ? [allowInsecureRequests] : [],
    },
  )
}

/** What a browser has to bring back for its sign-in to count. */
export type AuthorizationState = { state: string; nonce: string; verifier: string }

/** Where to send a browser, with PKCE, state and nonce. @throws DomainError 'invalid' without a field. */
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
 * @param callbackUrl the address that the provider sent the browser to, with its query.
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
    // A program that calls the API has checked its own state and hands on the code alone.
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
    throw new DomainError('invalid', 'The provider did not confirm your email.', { issues: {} })
  return email
}
