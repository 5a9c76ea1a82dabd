import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/** How wide the drawer stands: `auto` is 56 px between 48em and 62em and 256 px from there on. */
export type DrawerWidth = 'auto' | 'mini' | 'full'

/** The drawer's state. On small screens it lies over one page only, so every navigation closes it. */
export function useDrawer() {
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [width, setWidth] = useState<DrawerWidth>('auto')
  const toggleWidth = (other: DrawerWidth) => setWidth(width === other ? 'auto' : other)
  const open = openOn === key
  return { open, width, toggle: () => setOpenOn(open ? null : key), close: () => setOpenOn(null), toggleWidth }
}
