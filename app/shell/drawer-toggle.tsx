import { IconMenu2 } from '@tabler/icons-react'
import type { Drawer } from './drawer.ts'
import classes from './shell.module.css'

/** One toggle per breakpoint, since each opens or collapses the drawer differently. */
export function DrawerToggle({ drawer }: { drawer: Drawer }) {
  const looks = {
    type: 'button',
    'aria-label': 'Menu',
    'aria-controls': 'drawer',
  } as const
  return (
    <>
      <button
        {...looks}
        className={`${classes.toggle} mantine-hidden-from-sm`}
        id="drawer-toggle"
        aria-expanded={drawer.open}
        onClick={drawer.toggle}
        onKeyDown={drawer.closeOnEscape}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <button
        {...looks}
        className={`${classes.toggle} mantine-visible-from-sm mantine-hidden-from-md`}
        aria-expanded={drawer.widths.sm === 'full'}
        onClick={() => drawer.toggleWidth('sm')}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <button
        {...looks}
        className={`${classes.toggle} mantine-visible-from-md`}
        aria-expanded={drawer.widths.md === 'full'}
        onClick={() => drawer.toggleWidth('md')}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
    </>
  )
}
