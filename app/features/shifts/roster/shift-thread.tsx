import { Loader } from '@mantine/core'
import { IconCheck, IconCloudUp, IconHelpCircle, IconMail, IconSend, IconUserSearch, IconX } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import classes from './shift-answer.module.css'
import { threadLines } from './thread-words.ts'
import type { useThread } from './use-thread.ts'

const ICONS = {
  published: IconCloudUp,
  message: IconMail,
  asked: IconHelpCircle,
  yes: IconCheck,
  no: IconX,
  search: IconUserSearch,
  next: IconSend,
} as const

/** History of a shift, the earliest first. @param name of its person. */
export function ShiftThread({ entries, name }: { entries: ReturnType<typeof useThread>; name: string | null }) {
  const when = useDateFormats()
  return (
    <>
      <h3>What happened</h3>
      {entries === undefined && <Loader size="sm" aria-label="Loading what happened" />}
      {entries === null && <p>This could not be loaded. Select the shift again.</p>}
      {entries && (
        <ol className={`stack list ${classes.thread}`}>
          {threadLines(entries, name).map(({ at, icon, what, more }) => {
            const Glyph = ICONS[icon]
            return (
              <li key={`${at} ${what}`} data-icon={icon}>
                <Glyph size={14} aria-hidden />
                <div>
                  <p>{what}</p>
                  {more && <p className={classes.more}>{more}</p>}
                </div>
                <time dateTime={at} className="num">
                  {when.shortTime(at)}
                </time>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
