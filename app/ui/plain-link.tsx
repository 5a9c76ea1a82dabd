import type { ComponentPropsWithoutRef } from 'react'

type Props = { to: string } & Omit<ComponentPropsWithoutRef<'a'>, 'href'>

/**
 * A link within a page that has hundreds of them: the router's takes ten times as long to render. The shell follows it
 * like the router (`useFollowedLinks`).
 */
export const PlainLink = ({ to, ...rest }: Props) => <a data-follow="" href={to} {...rest} />
