import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/** The drawer's width: `auto` is 56 px between 48em and 62em and 256 px above. */
export type DrawerWidth = 'auto' | 'mini' | 'full'

/** The drawer's state. On small screens it covers the page, so every navigation closes it. */
export function useDrawer() {
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [width, setWidth] = useState<DrawerWidth>('auto')
  const toggleWidth = (next: DrawerWidth) => setWidth(width === next ? 'auto' : next)
  const open = openOn === key
  return { open, width, toggle: () => setOpenOn(open ? null : key), close: () => setOpenOn(null), toggleWidth }
}
