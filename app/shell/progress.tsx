import { useNavigation } from '@remix-run/react'
import classes from './shell.module.css'

/** A thin line while the next page is on its way; it appears only when that takes long enough to be noticed. */
export const Progress = () =>
  useNavigation().state === 'idle' ? null : <div className={classes.progress} role="progressbar" aria-label="Loading" />
