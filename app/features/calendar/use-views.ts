import { useEffect, useState } from 'react'
import type { Device } from '#app/http/device.ts'

/** Width below which the list replaces the grid; as in `calendar.module.css`. */
const NARROW = '(max-width: 61.99em)'

/**
 * Views of the month to render: that of the device, or both where the device is unknown. The other is added once the
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
