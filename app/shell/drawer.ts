import { useLocation, useMatches } from '@remix-run/react'
import { useState } from 'react'
import {
  DEFAULT_SIDEBAR,
  type DrawerWidth,
  SIDEBAR_COOKIE,
  type SidebarState,
  setWidth,
  writeSidebar,
} from './sidebar-state.ts'
import { useHandle, useRoot } from './use-root.ts'

const useScreen = () => (useMatches()[1]?.id ?? '').replace('routes/', '')

/** Keeps a change for a year, for the next server-rendered page. */
function remember(state: SidebarState): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
  document.cookie = `${SIDEBAR_COOKIE}=${writeSidebar(state)}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/**
 * The drawer's state. On small screens it covers the page, so every navigation closes it. On others its width is the
 * one chosen for this screen, else 56 px on working screens (`handle.rail`), 56 px between 48em and 62em and 256 px
 * above.
 */
export function useDrawer() {
  const { key } = useLocation()
  const screen = useScreen()
  const { rail } = useHandle()
  const stored = useRoot()?.sidebar ?? DEFAULT_SIDEBAR
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [state, setState] = useState(stored)
  const change = (next: SidebarState) => {
    setState(next)
    remember(next)
  }
  const chosen = state.widths[screen]
  const open = openOn === key
  const widths: Record<'sm' | 'md', DrawerWidth> = { sm: chosen ?? 'mini', md: chosen ?? (rail ? 'mini' : 'full') }
  return {
    open,
    widths,
    state,
    change,
    toggle: () => setOpenOn(open ? null : key),
    close: () => setOpenOn(null),
    closeOnEscape: ({ key: pressed }: { key: string }) => {
      if (!open || pressed !== 'Escape') return
      setOpenOn(null)
      document.getElementById('drawer-toggle')?.focus()
    },
    toggleWidth: (size: 'sm' | 'md') =>
      change(
        setWidth(state, screen, widths[size] === 'mini' ? 'full' : 'mini', size === 'sm' || rail ? 'mini' : 'full'),
      ),
  }
}

export type Drawer = ReturnType<typeof useDrawer>
