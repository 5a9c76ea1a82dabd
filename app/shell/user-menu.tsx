import { IconChevronDown } from '@tabler/icons-react'
import { LateMenu } from '../ui/late-menu.tsx'
import { Avatar } from '../ui/person-chip.tsx'
import { lazyPart } from './connection/lazy-part.ts'
import type { Viewer } from './root-data.ts'
import classes from './shell.module.css'

const AccountMenu = lazyPart(() => import('./account-menu.tsx').then((all) => ({ default: all.AccountMenu })))

export function UserMenu({ viewer }: { viewer: Viewer }) {
  const name = viewer.name || viewer.email
  return (
    <LateMenu menu={(button) => <AccountMenu viewer={viewer} button={button} />}>
      {(menu) => (
        <button type="button" className={classes.user} {...menu}>
          <span className={classes.greeting} title={name}>
            Hello, <span className={classes.whole}>{name}</span>
            <span className={classes.first}>{name.split(/[\s@]/)[0]}</span>
          </span>
          <span className="unseen">. Account menu</span>
          <Avatar name={name} size={32} me src={viewer.avatar} />
          <span className={`${classes.chevron} mantine-visible-from-sm`}>
            <IconChevronDown size={16} aria-hidden />
          </span>
        </button>
      )}
    </LateMenu>
  )
}
