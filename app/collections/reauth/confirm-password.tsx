import { loadPart } from '../../shell/connection/lazy-part.ts'
import { showPrompt } from './password-prompt.tsx'

let asking: Promise<boolean> | null = null

/** Asks for the password again, once for calls that run together. @returns whether it was confirmed. */
export function confirmPassword(): Promise<boolean> {
  asking ??= ask()
    .catch(() => false)
    .finally(() => {
      asking = null
    })
  return asking
}

async function ask(): Promise<boolean> {
  const { ReauthDialog } = await loadPart(() => import('./reauth-dialog.tsx'))
  return new Promise((resolve) => {
    const close = (confirmed: boolean) => {
      showPrompt(null)
      resolve(confirmed)
    }
    if (!showPrompt(<ReauthDialog onDone={close} />)) resolve(false)
  })
}
