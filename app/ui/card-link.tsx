import { Link, type LinkProps } from '@remix-run/react'
import classes from './pieces.module.css'

/** The last line of a card: leads to the page with all that it shows. */
export const CardLink = (props: LinkProps) => <Link {...props} className={classes.cardLink} />
