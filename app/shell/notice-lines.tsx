import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { PlainAlert } from '../ui/plain/plain-alert.tsx'
import { NOTICES_COOKIE, NOTICES_COOKIE_FORM, type ShownNotice, withDismissed } from './notices.ts'
import { useDateFormats, useRoot } from './use-root.ts'

const dismissedHere = (): string | null => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${NOTICES_COOKIE}=`))
  const value = found?.slice(NOTICES_COOKIE.length + 1) ?? ''
  return NOTICES_COOKIE_FORM.test(value) ? value : null
}

/** Keeps it for a year, longer than a notice lasts. */
function remember(key: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${NOTICES_COOKIE}=${withDismissed(dismissedHere(), key)}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/** The operators' notices to all clubs, a line each, with their times at the site, until the reader hides them. */
export function NoticeLines() {
  const notices = useRoot()?.notices ?? []
  const [hidden, setHidden] = useState<readonly string[]>([])
  const hide = (key: string) => {
    remember(key)
    setHidden([...hidden, key])
  }
  return notices
    .filter(({ key }) => !hidden.includes(key))
    .map((notice) => <NoticeLine key={notice.key} notice={notice} onHide={() => hide(notice.key)} />)
}

function NoticeLine({ notice, onHide }: { notice: ShownNotice; onHide: () => void }) {
  const when = useDateFormats()
  const { text, starts_at, ends_at } = notice
  return (
    <PlainAlert
      tone="gray"
      role="status"
      icon={<IconInfoCircle size={20} aria-hidden />}
      closeLabel="Hide this notice"
      onClose={onHide}
    >
      {text}{' '}
      <span className="num">
        ({when.short(starts_at)}, {when.range(starts_at, ends_at)})
      </span>
    </PlainAlert>
  )
}
