import type { ComponentPropsWithoutRef } from 'react'

type Props = { to: string } & Omit<ComponentPropsWithoutRef<'a'>, 'href'>

/**
 * A link within a page that has hundreds of them: the router's own takes ten times as long to render. The shell follows it as
 * the router would (`useFollowedLinks`).
 */
export const PlainLink = ({ to, ...rest }: Props) => <a data-follow="" href={to} {...rest} />
