import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './palette.module.css'

const Palette = lazy(() => import('./palette.tsx'))

/** Opens the command palette, as Ctrl+K or Cmd+K does anywhere. Its code is fetched when it is first asked for. */
export function PaletteButton() {
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const open = () => {
    setAsked(true)
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
      {asked && (
        <Suspense>
          <Palette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
