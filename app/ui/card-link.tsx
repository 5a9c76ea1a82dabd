import { Link, type LinkProps } from '@remix-run/react'
import classes from './pieces.module.css'

export const CardLink = (props: LinkProps) => <Link {...props} className={classes.cardLink} />
