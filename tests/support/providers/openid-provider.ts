import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type OpenIdAccount = { sub: string; email: string; email_verified: boolean }

/**
 * A real, local OpenID provider with one confidential client. Everyone is signed in as `account` immediately, without a
 * sign-in page.
 */
export async function startOpenIdProvider(redirectUris: string[]) {
  const client = { id: 'watchbill', secret: 'a secret of the client' }
  const state = { account: { sub: 'one', email: 'one@example.org', email_verified: true } as OpenIdAccount }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...state.account }) }),
  })
  const answer = provider.callback()
  server.on('request', async (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return answer(req, res)
    const details = await provider.interactionDetails(req, res)
    const grant = new provider.Grant({ accountId: state.account.sub, clientId: client.id })
    grant.addOIDCScope('openid email profile')
    const grantId = await grant.save()
    const login = details.prompt.name === 'login' ? { login: { accountId: state.account.sub } } : {}
    await provider.interactionFinished(req, res, { ...login, consent: { grantId } }, { mergeWithLastSubmission: true })
  })
  return {
    issuer,
    client,
    become: (account: Partial<OpenIdAccount>) => {
      state.account = { ...state.account, ...account }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Follows redirects with a cookie jar of its own, as a browser does, until one leads to `until`. */
export async function followTo(address: string, until: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = address
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const to = answer.headers.get('location')
    if (!to) throw new Error(`No way on from ${at}: ${answer.status} ${await answer.text()}`)
    at = new URL(to, at).toString()
    if (at.startsWith(until)) return new URL(at)
  }
  throw new Error(`Too many redirects from ${address}.`)
}

export const clubLogin = ({
  issuer,
  client,
}: Pick<Awaited<ReturnType<typeof startOpenIdProvider>>, 'issuer' | 'client'>) => ({
  label: 'Club login',
  issuer,
  client_id: client.id,
  client_secret: client.secret,
  active: true,
})
