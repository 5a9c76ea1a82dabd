import { Link, type LinkProps } from '@remix-run/react'
import classes from './pieces.module.css'

export const CardLink = (props: LinkProps) => <Link {...props} className={classes.cardLink} />

/** A link in the heading of a card. */
export const CardAction = (props: LinkProps) => <Link {...props} className={classes.cardAction} />
