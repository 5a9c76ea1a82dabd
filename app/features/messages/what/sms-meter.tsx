import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countText } from '#app/ui/count-text.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { ReadersAnswer, SmsUse } from '#server/messages/content/preview-contract.ts'
import classes from './what.module.css'

const DRAWN = 6

const number = (n: number) => n.toLocaleString('en-GB')
const parts = (n: number) => `${number(n)} ${n === 1 ? 'part' : 'parts'}`

/** Price of the parts, after their number; empty while the site has no price. */
export const priceText = ({ price, currency }: Pick<SmsUse, 'price' | 'currency'>): string =>
  price === null ? '' : `, about ${price.toLocaleString('en-GB', { style: 'currency', currency })}`

/** What the text of an email leaves out; empty if nothing. */
export function lostText({ lost }: Pick<SmsUse, 'lost'>): string {
  if (!lost) return ''
  const { files, pictures, formatting } = lost
  const parts = [
    ...(files ? [countText(files, 'file', 'files')] : []),
    ...(pictures ? [countText(pictures, 'picture', 'pictures')] : []),
    ...(formatting ? ['formatting'] : []),
  ]
  return parts.length ? `Only in the email, not in the text: ${wordList(parts)}.` : ''
}

type SmsMeterProps = { readers: ReadersAnswer; sms: SmsUse; onPlain?: (body: string) => void }

export function SmsMeter({ readers: { count }, sms, onPlain }: SmsMeterProps) {
  const { most, units, room, encoding, wide, plain, quiet } = sms
  const lost = lostText(sms)
  if (units === 0) return null
  return (
    <div className={classes.notes}>
      <div className={`cluster ${classes.meter}`} role="status">
        <div className={classes.parts} aria-hidden>
          {Array.from({ length: Math.min(most, DRAWN) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
            <span key={at} />
          ))}
          <span data-free />
        </div>
        <div>
          <p>
            <b>{parts(most)}</b> {count > 1 ? 'for the longest text' : ''}, {number(units)} of {number(room)} characters
          </p>
          {count > 0 && (
            <p>
              {count === 1 ? '1 person' : `${number(count)} people`}, <b>{parts(sms.segments)}</b> in all
              {priceText(sms)}
            </p>
          )}
        </div>
      </div>
      {encoding === 'UCS-2' && (
        <div className={classes.warning}>
          <p className={classes.note}>
            <IconAlertTriangle size={16} aria-hidden />
            <span>
              {wordList(wide.map((letter) => `“${letter}”`))} {wide.length === 1 ? 'makes' : 'make'} each text shorter{' '}
              {most > 1
                ? `(67 characters instead of 153) and ${wide.length === 1 ? 'costs' : 'cost'} more.`
                : '(70 characters instead of 160).'}
            </span>
          </p>
          {plain && onPlain && (
            <Button variant="default" size="compact-sm" onClick={() => onPlain(plain.body)}>
              Use plain letters: {parts(plain.segments)}
              {priceText(plain)}
            </Button>
          )}
        </div>
      )}
      {lost && (
        <p className={classes.note}>
          <IconAlertTriangle size={16} aria-hidden />
          {lost}
        </p>
      )}
      {quiet.from !== quiet.until && (
        <p className={classes.note}>
          From {quiet.from} to {quiet.until} texts wait until {quiet.until}.
        </p>
      )}
    </div>
  )
}
