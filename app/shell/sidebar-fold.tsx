import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { LateMenu } from '../ui/late-menu.tsx'
import { lazyPart } from './connection/lazy-part.ts'
import type { Drawer } from './drawer.ts'
import type { NavFold } from './member-nav.ts'
import classes from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'
import { toggleFold } from './sidebar-state.ts'

const FoldMenu = lazyPart(() => import('./fold-menu.tsx').then((all) => ({ default: all.FoldMenu })))

type Props = { fold: NavFold; drawer: Drawer; current: string | undefined }

/**
 * The folded entries of a group: one line that opens them below it, or beside the rail. Open while one of them is
 * current, until closed there.
 */
export function SidebarFold({ fold, drawer, current }: Props) {
  const id = useId()
  const [closedOn, setClosedOn] = useState<string>()
  const inside = fold.items.some((item) => item.to === current)
  const remembered = drawer.state.opened.includes(fold.label)
  const open = inside ? closedOn !== current : remembered
  const press = () => {
    if (inside) setClosedOn(open ? current : undefined)
    if (open === remembered) drawer.change(toggleFold(drawer.state, fold.label))
  }
  return (
    <>
      <FoldBesideRail fold={fold} current={current} inside={inside} />
      <button
        type="button"
        className={`${classes.item} ${classes.line}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={press}
      >
        <fold.icon size={19} stroke={1.8} aria-hidden />
        <span>{fold.label}</span>
        <IconChevronRight className={classes.chevron} size={16} aria-hidden />
      </button>
      <div id={id} className={classes.folded} data-open={open || undefined}>
        {fold.items.map((item) => (
          <SidebarLink key={item.to} item={item} current={current} />
        ))}
      </div>
    </>
  )
}

function FoldBesideRail({ fold, current, inside }: Pick<Props, 'fold' | 'current'> & { inside: boolean }) {
  return (
    <LateMenu menu={(button) => <FoldMenu fold={fold} current={current} button={button} />}>
      {(menu) => (
        <button
          type="button"
          className={`${classes.item} ${classes.beside}`}
          data-inside={inside || undefined}
          aria-label={fold.label}
          title={fold.label}
          {...menu}
        >
          <fold.icon size={19} stroke={1.8} aria-hidden />
        </button>
      )}
    </LateMenu>
  )
}
