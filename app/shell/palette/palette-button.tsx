import { useNavigate } from '@remix-run/react'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { useSeesAdminView } from '../use-root.ts'
import classes from './palette.module.css'

const Palette = lazyPart(() => import('./palette.tsx'))
const ShortcutsSheet = lazyPart(() => import('../shortcuts/shortcuts-sheet.tsx'))

type Opened = 'search' | 'create' | 'shortcuts' | null

/**
 * Opens the command palette, like Ctrl+K or Cmd+K anywhere, and runs the keyboard shortcuts. Its dialogs load when
 * first opened.
 */
export function PaletteButton() {
  const admin = useSeesAdminView()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>(null)
  const [loaded, setLoaded] = useState<{ palette?: boolean; sheet?: boolean }>({})
  const [searches, setSearches] = useState(0)
  const open = (what: Exclude<Opened, null>) => {
    setLoaded({ ...loaded, [what === 'shortcuts' ? 'sheet' : 'palette']: true })
    if (what !== opened && what !== 'shortcuts') setSearches(searches + 1)
    setOpened(what)
  }
  const close = () => setOpened(null)
  usePaletteKey(() => open('search'))
  useShortcuts(admin, (shortcut) => ('to' in shortcut ? navigate(shortcut.to) : open(shortcut.opens)))
  return (
    <>
      <button
        type="button"
        className={`row ${classes.button}`}
        onClick={() => open('search')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={18} aria-hidden />
        <span className="unseen-phone">Search or jump to…</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {loaded.palette && (
        <Suspense>
          {/* Starts each search empty, even when it is opened before the last one has disappeared. */}
          <Palette
            key={searches}
            opened={opened === 'search' || opened === 'create'}
            creates={opened === 'create'}
            onShortcuts={() => open('shortcuts')}
            onClose={close}
          />
        </Suspense>
      )}
      {loaded.sheet && (
        <Suspense>
          <ShortcutsSheet opened={opened === 'shortcuts'} admin={admin} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function usePaletteKey(press: () => void): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPaletteKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isPaletteKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    document.documentElement.addEventListener('keydown', onKeyDown)
    return () => document.documentElement.removeEventListener('keydown', onKeyDown)
  }, [])
}
