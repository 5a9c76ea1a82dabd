import { IconLogin2, IconLogout2 } from '@tabler/icons-react'
import { useSite } from '../../shell/use-root.ts'
import { formatInstant } from '../../ui/date-format.ts'
import classes from './kiosk.module.css'

const greeting = (hour: number) => (hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening')

/** Shows the site's clock, a greeting, and Sign in and Sign out. */
export function Start({ now, onSignIn, onSignOut }: { now: string; onSignIn: () => void; onSignOut: () => void }) {
  const { timezone } = useSite()
  const [hour = '', minute = '', second = ''] = formatInstant(now, timezone, 'HH mm ss').split(' ')
  return (
    <div className={classes.hero}>
      <time className={classes.clock} dateTime={now} role="timer" aria-label={`${hour}:${minute}`}>
        {hour}
        <span>:</span>
        {minute}
        <small>{second}</small>
      </time>
      <p className={classes.date}>
        {greeting(Number(hour))}. {formatInstant(now, timezone, 'dddd D MMMM YYYY')}
      </p>
      <div className={classes.two}>
        <button type="button" className={classes.big} data-fill="light" onClick={onSignIn}>
          <IconLogin2 size={44} aria-hidden />
          Sign in
        </button>
        <button type="button" className={classes.big} data-fill="ghost" onClick={onSignOut}>
          <IconLogout2 size={44} aria-hidden />
          Sign out
        </button>
      </div>
    </div>
  )
}
