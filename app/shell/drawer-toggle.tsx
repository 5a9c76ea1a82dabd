import { Box } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { Drawer } from './drawer.ts'
import classes from './shell.module.css'

/** One toggle per breakpoint, since each opens or collapses the drawer differently. */
export function DrawerToggle({ drawer }: { drawer: Drawer }) {
  const looks = {
    component: 'button',
    type: 'button',
    className: classes.toggle,
    'aria-label': 'Menu',
    'aria-controls': 'drawer',
  } as const
  return (
    <>
      <Box {...looks} hiddenFrom="sm" aria-expanded={drawer.open} onClick={drawer.toggle}>
        <IconMenu2 size={20} aria-hidden />
      </Box>
      <Box
        {...looks}
        visibleFrom="sm"
        hiddenFrom="md"
        aria-expanded={drawer.widths.sm === 'full'}
        onClick={() => drawer.toggleWidth('sm')}
      >
        <IconMenu2 size={20} aria-hidden />
      </Box>
      <Box
        {...looks}
        visibleFrom="md"
        aria-expanded={drawer.widths.md === 'full'}
        onClick={() => drawer.toggleWidth('md')}
      >
        <IconMenu2 size={20} aria-hidden />
      </Box>
    </>
  )
}
