import { useRevalidator } from '@remix-run/react'
import { PlainButton } from '../ui/plain/plain-button.tsx'
import { NOTICES_COOKIE, NOTICES_COOKIE_FORM, withDismissed } from './notices.ts'

const dismissedHere = (): string | null => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${NOTICES_COOKIE}=`))
  const value = found?.slice(NOTICES_COOKIE.length + 1) ?? ''
  return NOTICES_COOKIE_FORM.test(value) ? value : null
}

/** Keeps it for a year, longer than a notice lasts. */
function remember(notice: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${NOTICES_COOKIE}=${withDismissed(dismissedHere(), notice)}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/** Loaded only while there is a notice. The page's next data is without the notice. */
export function HideNotice({ notice }: { notice: string }) {
  const { state, revalidate } = useRevalidator()
  const hide = () => {
    remember(notice)
    revalidate()
  }
  return (
    <PlainButton
      size="compact-md"
      h={44}
      variant="white"
      loading={state !== 'idle'}
      onClick={hide}
      aria-label="Hide this notice"
    >
      Hide
    </PlainButton>
  )
}
