import classes from './kiosk.module.css'
import type { Named } from './steps.ts'

/** What somebody without a shift on the roster does today. A club without roles asks for none. */
export function PickRole({ roles, onPick }: { roles: readonly Named[]; onPick: (role: Named | null) => void }) {
  return (
    <ul className={classes.names}>
      {roles.map((role) => (
        <li key={role.id}>
          <button type="button" className={classes.who} onClick={() => onPick(role)}>
            <span>{role.name}</span>
          </button>
        </li>
      ))}
      {roles.length === 0 && (
        <li>
          <button type="button" className={classes.who} onClick={() => onPick(null)}>
            <span>Just here to help</span>
          </button>
        </li>
      )}
    </ul>
  )
}
