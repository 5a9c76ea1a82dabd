import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import classes from './palette.module.css'

const Palette = lazyPart(() => import('./palette.tsx'))

/** Opens the command palette, like Ctrl+K or Cmd+K anywhere. Its code is loaded when first opened. */
export function PaletteButton() {
  const [opened, setOpened] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const open = () => {
    setLoaded(true)
    setOpened(true)
  }
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <button
        type="button"
        className={classes.button}
        onClick={open}
        aria-label="Search or jump to"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={18} aria-hidden />
        <span>Search or jump to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      {loaded && (
        <Suspense>
          <Palette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
