import type { Page } from '@playwright/test'

/** Adds a passkey device that responds automatically. @returns a function that sets whether it verifies its user. */
export async function virtualAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (verified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: verified })
}
