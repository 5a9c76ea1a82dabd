import { ActionIcon } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowRight, IconNews, IconPin, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardLink } from '#app/ui/card-link.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { CurrentPost } from '#server/news/current/queries.ts'
import pieces from '../../ui/pieces.module.css'
import classes from './news.module.css'

/** Posts that are shown at once; coordinators have more to see above them. */
const SHOWN = { admin: 1, member: 5 }

/** Longer posts begin clamped. */
const LONG = 200

type Props = { count: number; posts: SerializeFrom<CurrentPost[]>; admin: boolean }

/** The club's current news, newest first; the cog takes admins to the list. @param props.count all current posts. */
export function News({ count, posts, admin }: Props) {
  const shown = admin ? SHOWN.admin : SHOWN.member
  const [first, older] = [posts.slice(0, shown), posts.slice(shown)]
  return (
    <SectionCard
      title="News"
      icon={IconNews}
      count={admin && count > 0 ? count : undefined}
      folds={admin && count > 0}
      hint={posts.length === 0 && 'No news.'}
      action={
        admin && (
          <ActionIcon component={Link} to={paths.news} variant="subtle" color="gray" size={32} aria-label="Edit news">
            <IconSettings size={18} aria-hidden />
          </ActionIcon>
        )
      }
    >
      {first.map((post) => (
        <Post key={post.id} post={post} clamped />
      ))}
      {older.length > 0 && (
        <details className={`${pieces.more} ${classes.older}`}>
          <summary>{older.length === 1 ? 'One more post' : `${older.length} more posts`}</summary>
          {older.map((post) => (
            <Post key={post.id} post={post} />
          ))}
        </details>
      )}
      {count > posts.length && (
        <CardLink to={`${paths.allNews}?page=2`}>
          Older posts <IconArrowRight size={16} aria-hidden />
        </CardLink>
      )}
    </SectionCard>
  )
}

/** @param clamped whether a long post begins with its first lines. */
export function Post({ post, clamped = false }: { post: SerializeFrom<CurrentPost>; clamped?: boolean }) {
  const when = useDateFormats()
  const clamps = clamped && post.html.length > LONG
  const [isClamped, setClamped] = useState(clamps)
  return (
    <article className={classes.post}>
      {post.title && <h3>{post.title}</h3>}
      <p className={`row muted ${classes.posted}`}>
        {post.pinned && <IconPin size={14} role="img" aria-label="Pinned" />}
        <time dateTime={post.posted}>{when.date(post.posted)}</time>
      </p>
      <div
        className={classes.text}
        data-clamped={isClamped || undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server to a fixed list of tags.
        dangerouslySetInnerHTML={{ __html: post.html }}
      />
      {clamps && (
        <button
          type="button"
          className={classes.whole}
          aria-expanded={!isClamped}
          aria-label={`${isClamped ? 'More' : 'Less'} of ${post.title || when.date(post.posted)}`}
          onClick={() => setClamped(!isClamped)}
        >
          {isClamped ? 'More' : 'Less'}
        </button>
      )}
    </article>
  )
}
