import { useEffect, useState } from 'react'
import type { Device } from '#app/http/device.ts'

/** Where the list takes the place of the grid; as in `calendar.module.css`. */
const NARROW = '(max-width: 61.99em)'

/**
 * Which views of the month are drawn: the one that a phone or a desktop shows, and both where that is not known. The other is added once the
 * window needs it.
 */
export function useViews(device: Device): { grid: boolean; list: boolean } {
  const [views, setViews] = useState({ grid: device !== 'phone', list: device !== 'desktop' })
  useEffect(() => {
    const narrow = window.matchMedia(NARROW)
    const add = () => setViews(({ grid, list }) => ({ grid: grid || !narrow.matches, list: list || narrow.matches }))
    add()
    narrow.addEventListener('change', add)
    return () => narrow.removeEventListener('change', add)
  }, [])
  return views
}
