import { IconAlertCircle } from '@tabler/icons-react'
import classes from './errors.module.css'

export const NoSite = ({ message = 'Site not found. This domain has not been configured.' }: { message?: string }) => (
  <main className={classes.alone}>
    <div>
      <IconAlertCircle size={40} stroke={1.6} aria-hidden />
      <h1>{message}</h1>
    </div>
  </main>
)
