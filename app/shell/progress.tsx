import { useNavigation } from '@remix-run/react'
import classes from './shell.module.css'

/** A thin progress line while the next page loads, after a short delay. */
export const Progress = () =>
  useNavigation().state === 'idle' ? null : <div className={classes.progress} role="progressbar" aria-label="Loading" />
