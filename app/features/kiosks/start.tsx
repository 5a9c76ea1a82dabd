import { IconLogin2, IconLogout2 } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import classes from './kiosk.module.css'
import { isTwelveHour } from './time.ts'

const greeting = (hour: number) => (hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening')

export function Start({ now, onSignIn, onSignOut }: { now: string; onSignIn: () => void; onSignOut: () => void }) {
  const when = useDateFormats()
  const twelve = isTwelveHour(when.timeFormat)
  const [hour = '', minute = '', second = '', half = ''] = when
    .format(now, twelve ? 'h mm ss a' : 'HH mm ss')
    .split(' ')
  return (
    <div className={classes.hero}>
      <time className={classes.clock} dateTime={now} role="timer" aria-label={when.time(now)}>
        {hour}
        <span>:</span>
        {minute}
        <small>
          {second}
          {half && ` ${half}`}
        </small>
      </time>
      <p className={classes.date}>
        {greeting(Number(when.format(now, 'H')))}. {when.format(now, 'dddd D MMMM YYYY')}
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
