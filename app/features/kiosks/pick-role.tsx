import classes from './kiosk.module.css'
import type { NamedRecord } from './steps.ts'

export function PickRole({
  roles,
  onPick,
}: {
  roles: readonly NamedRecord[]
  onPick: (role: NamedRecord | null) => void
}) {
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
            <span>No role</span>
          </button>
        </li>
      )}
    </ul>
  )
}
