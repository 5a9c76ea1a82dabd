import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Link, type LinkProps } from '@remix-run/react'
import { type ComponentPropsWithoutRef, type CSSProperties, forwardRef, type ReactNode } from 'react'
import classes from './plain.module.css'

/*
 * Buttons with Mantine's looks and classes, without its script, which weighs more than a page of the calendar: for
 * every member's first load. Everything else uses Mantine's.
 */

type Looks = {
  variant?: 'default' | 'light' | 'subtle' | 'white'
  size?: 'compact-md'
  /** Height and side padding in px. */
  h?: number
  px?: number
  leftSection?: ReactNode
  rightSection?: ReactNode
}

const PRESSED = 'mantine-focus-auto mantine-active'
const UNSTYLED = 'm_87cf2631 mantine-UnstyledButton-root'

const lengthOf = (px: number | undefined) => (px === undefined ? undefined : `${px / 16}rem`)

type Parts = { children?: ReactNode; className?: string | undefined; style?: CSSProperties | undefined }

function drawn<T extends Parts>(props: T & Looks) {
  const { variant, size, h, px, leftSection, rightSection, children, className = '', style, ...rest } = props
  return {
    rest: {
      ...rest,
      className: `${PRESSED} m_77c9d27d mantine-Button-root ${UNSTYLED} ${classes.button} ${className}`,
      style: { height: lengthOf(h), paddingInline: lengthOf(px), ...style },
      'data-variant': variant,
      'data-size': size,
      'data-with-left-section': leftSection ? true : undefined,
      'data-with-right-section': rightSection ? true : undefined,
    },
    body: (
      <span className="m_80f1301b mantine-Button-inner">
        {leftSection && (
          <span className="m_a74036a mantine-Button-section" data-position="left">
            {leftSection}
          </span>
        )}
        <span className="m_811560b9 mantine-Button-label">{children}</span>
        {rightSection && (
          <span className="m_a74036a mantine-Button-section" data-position="right">
            {rightSection}
          </span>
        )}
      </span>
    ),
  }
}

type ButtonProps = Looks & { loading?: boolean } & ComponentPropsWithoutRef<'button'>

export const PlainButton = forwardRef<HTMLButtonElement, ButtonProps>(({ loading, disabled, ...props }, ref) => {
  const { rest, body } = drawn(props)
  return (
    <button type="button" ref={ref} {...rest} disabled={disabled || loading} data-loading={loading || undefined}>
      {loading && (
        <span className={`m_a25b86ee mantine-Button-loader ${classes.loader}`} aria-hidden>
          <span className={`m_5ae2e3c mantine-Loader-root ${classes.ring}`}>
            <span className="m_b34414df" />
          </span>
        </span>
      )}
      {body}
    </button>
  )
})

export function PlainButtonLink({ to, prefetch = 'none', ...props }: Looks & LinkProps) {
  const { rest, body } = drawn(props)
  return (
    <Link to={to} prefetch={prefetch} {...rest}>
      {body}
    </Link>
  )
}

export function PlainButtonAnchor(props: Looks & ComponentPropsWithoutRef<'a'>) {
  const { rest, body } = drawn(props)
  return <a {...rest}>{body}</a>
}

/** A grey icon button of 32 px; name it with `aria-label`. */
export const PlainIconButton = ({ children, ...rest }: ComponentPropsWithoutRef<'button'>) => (
  <button
    type="button"
    {...rest}
    className={`${PRESSED} m_8d3f4000 mantine-ActionIcon-root ${UNSTYLED} ${classes.icon}`}
    data-variant="subtle"
  >
    <span className="m_8d3afb97 mantine-ActionIcon-icon">{children}</span>
  </button>
)
